import { isObject } from "../schema/values";

/** Takes the secrets of an operation out of a text. */
export type Redact = (text: string) => string;

/** Limit of a reason in characters. */
const MAX_LENGTH = 300;

/** Limit of the text that is searched for secrets, in characters: the body of a response may have millions. */
const MAX_SEARCHED = 10_000;

/** Characters that show nothing, or change the direction of the text behind them. */
const INVISIBLE = /\p{Cf}+/gu;

/**
 * The reason that the service gives for a refusal, on one line. The API reference does not show the body of an error: these
 * are the members that most APIs use. The service may repeat parts of the request. So secrets are taken out before the text
 * is cut, or a part of a secret would stay; and both before and after its lines are joined, because a secret may have lines,
 * or the service may break it into lines.
 */
export function refusalReason(body: unknown, redact: Redact): string | undefined {
  if (!isObject(body)) return undefined;
  const { msg, message, details } = body;
  const [reason = ""] = [msg, message, details].map(memberText).filter((text) => text !== "");
  const searched = reason.slice(0, MAX_SEARCHED).toWellFormed().replace(INVISIBLE, "");
  const characters = [...redact(onOneLine(redact(searched)))];
  if (characters.length === 0) return undefined;
  if (characters.length <= MAX_LENGTH) return characters.join("");
  return `${characters.slice(0, MAX_LENGTH - 1).join("")}…`;
}

/** A text, or the texts in a list or an object. */
function memberText(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.filter((item) => typeof item === "string").join("; ");
  if (!isObject(value)) return "";
  return Object.entries(value)
    .filter(([, text]) => typeof text === "string")
    .map(([name, text]) => `${name}: ${text}`)
    .join("; ");
}

const onOneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, " ").trim();
