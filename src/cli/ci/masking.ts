import { stripVTControlCharacters } from "node:util";
import { isCredentialName } from "../../core/schema/credentials";
import { MASK } from "../../insight/engine/secrets";
import { printable } from "../../insight/report/text";

/** The length from which on a value is masked: shorter texts are parts of ordinary words. */
const SHORTEST_SECRET = 4;

/** Variables of the shell that have the current folder. */
const FOLDERS = /^(OLD)?PWD$/;

/** Variables whose values are secret although their last words do not show it. */
const SECRET_VARIABLES = /^(AWS_ACCESS_KEY_ID|GOOGLE_CREDENTIALS|.*_CONNECTION_STRING)$/;

/**
 * A line of an error for a comment on a pull request, with `[secret]` in place of the credentials of the environment and of the
 * passwords of addresses, and without colours. CI systems mask secrets in logs, but not in comments.
 */
export function maskedLine(line: string, environment: NodeJS.ProcessEnv): string {
  const masked = secretsOf(environment).reduce(
    (text, secret) => text.replaceAll(secret, MASK),
    stripVTControlCharacters(line),
  );
  return printable(masked);
}

/** The credentials in the environment, the longest first, so that no part of a secret remains. */
function secretsOf(environment: NodeJS.ProcessEnv): string[] {
  const secrets = Object.entries(environment).flatMap(([name, value = ""]) =>
    isSecretVariable(name) ? [value, ...value.split(/\r?\n/)] : [],
  );
  return [...new Set(secrets.map((secret) => secret.trim()))]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length);
}

const isSecretVariable = (name: string): boolean =>
  !FOLDERS.test(name) && (isCredentialName(name) || SECRET_VARIABLES.test(name));
