/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

/** Characters of a reason that are shown. */
const MAX_LENGTH = 300;

/** Characters of a reason that are looked at; the body of an answer may have millions. */
const MAX_READ = 10_000;

/** Characters that show nothing, or turn what follows around. */
const INVISIBLE = /\p{Cf}+/gu;

/**
 * Why the service refused a request, in its own words and on one line: what the provider only passes on, such as the name
 * of a certificate authority, nobody else can explain. The reference shows no form of an error's body, so that the
 * members are looked for which most APIs use.
 *
 * The words are foreign: they may repeat the request. Secrets are taken out before the text is cut, or a part of one
 * would stay; and before its lines are joined and after that, since a secret may have lines or be broken into some.
 */
export function reasonOf(body: unknown, redact: Redact): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { msg, message, details } = body as Readonly<Record<string, unknown>>;
  const [found = ""] = [msg, message, details].map(textOfMember).filter((text) => text !== "");
  const text = found.slice(0, MAX_READ).toWellFormed().replace(INVISIBLE, "");
  const reason = redact(onOneLine(redact(text)));
  return reason === "" ? undefined : cut(reason);
}

/** The text of a member: as it stands, or that of a list or an object of texts. */
function textOfMember(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (typeof value !== "object" || value === null) return "";
  const texts = Object.entries(value).filter(([, text]) => typeof text === "string");
  return texts.map(([name, text]) => (Array.isArray(value) ? text : `${name}: ${text}`)).join("; ");
}

const onOneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, " ").trim();

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_LENGTH ? text : `${characters.slice(0, MAX_LENGTH - 1).join("")}…`;
}
