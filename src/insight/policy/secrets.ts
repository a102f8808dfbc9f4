import { proseReason } from "../../core/schema/credentials";
import { visits } from "../../core/schema/walk";
import type { StackResource } from "../engine/resource";
import { byType } from "../ingress/declared-object";

/** The problem of a text that repeats one of the secrets, or contains a credential. */
export function secretProblem(text: string, secrets: readonly string[]): string | undefined {
  const forms = readableForms(text);
  const isRepeated = (secret: string) =>
    secret.length >= SHORTEST_SECRET && forms.some((form) => form.includes(secret));
  if (secrets.some(isRepeated)) return "repeats a secret of the stack";
  return forms.some(hasCredential) ? "looks as if it has a secret" : undefined;
}

/** Shorter secrets may be in a text by chance. */
const SHORTEST_SECRET = 6;

const hasCredential = (text: string): boolean => proseReason(text) !== undefined;

/** The forms in which a reader may understand a text: as it is, without escapes of JSON or addresses, and its base64 decoded. */
function readableForms(text: string): string[] {
  const unescaped = text
    .replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll(/\\n/g, "\n")
    .replaceAll(/\\(["\\/])/g, "$1");
  const withoutCodes = text.replaceAll(/(%[0-9a-fA-F]{2})+/g, (codes) =>
    Buffer.from(codes.replaceAll("%", ""), "hex").toString("utf8"),
  );
  const plain = [...new Set([text, unescaped, withoutCodes])];
  // Any long enough word may be base64, in its usual alphabet or in the alphabet of addresses. The shortest secret has 8 characters there.
  const words = plain.flatMap((text) => text.match(/[\w+/-]{8,}={0,2}/g) ?? []);
  return [...plain, ...words.map((word) => Buffer.from(word, "base64").toString("utf8"))];
}

/** The values of arguments that are always secret. */
export const secretsIn = (resources: readonly StackResource[]): string[] =>
  resources
    .flatMap(({ type, inputs }) => visits(byType.get(type)?.fields ?? {}, inputs))
    .flatMap(({ row, value }) => (row?.secret && typeof value === "string" ? [value] : []));
