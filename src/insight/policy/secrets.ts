import { visits } from "../../core/schema/walk";
import { byType } from "../ingress/kinds";
import type { StackResource } from "../stack/resource";

/** Words that follow the name of a secret in prose or stand for an absent value. They are not secrets. */
const NO_VALUES = [
  ...["null", "none", "true", "false", "undefined", "unset", "empty", "missing", "unknown", "optional", "mandatory"],
  ...["required", "needed", "necessary", "stored", "kept", "managed", "rotated", "expired", "changed", "generated"],
  ...["provided", "shared", "hidden", "redacted", "masked", "encrypted", "must", "should", "will", "never", "always"],
  ...["only", "from", "with", "this", "that", "then", "please", "todo", "placeholder"],
];

const NAMES =
  "password|passwd|pwd|secret|api[_-]?key|private[_-]?key|access[_-]?(token|key)|client[_-]?secret|auth[_-]?token";

/** What looks like a secret in a text. Add a line for each vendor of tokens, with a case in sdk-tests/policy/cases.yaml. */
const patterns: Readonly<Record<string, RegExp>> = {
  "name and value in JSON, YAML or a shell": new RegExp(
    `["']?(${NAMES})["']?\\s*[:=]\\s*["']?(?!(${NO_VALUES.join("|")})\\b)[^\\s"',}]{4}`,
    "i",
  ),
  "password in an address": /:\/\/[^\s/:@]+:[^\s/@]{4,}@/i,
  "private key": /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  "age key": /\bAGE-SECRET-KEY-1[0-9A-Z]{50,}/,
  "JSON Web Token": /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/,
  "AWS access key": /\b(AKIA|ASIA)[0-9A-Z]{16}\b/,
  "Azure storage key": /\bAccountKey=[A-Za-z0-9+/]{40,}/,
  "Google API key": /\bAIza[\w-]{35}/,
  "Google OAuth": /\b(GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,})/,
  GitHub: /\b(gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60,})/,
  GitLab: /\bgl(pat|dt|rt|cbt|ptt|ft|oas|soat)-[\w-]{20,}/,
  Atlassian: /\bATATT3[\w=-]{40,}/,
  Bitbucket: /\bATBB[A-Za-z0-9]{24,}/,
  Slack: /\b(xox[abeoprs]-[\w-]{10,}|xapp-\d-[\w-]{10,})|hooks\.slack\.com\/services\/T\w+\/B\w+\/\w+/,
  Discord: /discord(app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}/,
  Telegram: /\b\d{8,10}:AA[\w-]{32,}/,
  Stripe: /\b(sk|rk)_(live|test)_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9]{24,}/,
  Square: /\b(sq0(atp|csp)-[\w-]{22,}|EAAA[\w-]{60})/,
  Shopify: /\bshp(at|ca|pa|ss)_[a-fA-F0-9]{32}/,
  Twilio: /\bSK[0-9a-f]{32}\b/,
  SendGrid: /\bSG\.[\w-]{16,}\.[\w-]{16,}/,
  Mailgun: /\bkey-[0-9a-f]{32}\b/,
  Mailchimp: /\b[0-9a-f]{32}-us\d{1,2}\b/,
  npm: /\bnpm_[A-Za-z0-9]{36}/,
  PyPI: /\bpypi-AgE[\w-]{50,}/,
  Docker: /\bdckr_(pat|oat)_[\w-]{20,}/,
  Pulumi: /\bpul-[0-9a-f]{40}\b/,
  Terraform: /\b[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}/,
  Vault: /\bhv[sbr]\.[\w-]{20,}/,
  Databricks: /\bdapi[0-9a-f]{32}\b/,
  DigitalOcean: /\bdo[opr]_v1_[0-9a-f]{64}\b/,
  Heroku: /\bHRKU-[\w-]{36,}/,
  Cloudflare: /\bv1\.0-[0-9a-f]{24}-[0-9a-f]{100,}/,
  Fly: /\bfo1_[\w-]{40,}|\bfm[12]_[\w+/=-]{40,}/,
  Grafana: /\bgl(sa|c)_[A-Za-z0-9+/=]{20,}/,
  "New Relic": /\bNRAK-[A-Z0-9]{27}\b/,
  Sentry: /\bsntry[su]_[\w+/=-]{40,}/,
  Linear: /\blin_(api|oauth)_[A-Za-z0-9]{32,}/,
  Notion: /\b(secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,})/,
  Postman: /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/,
  OpenAI: /\bsk-(proj-|svcacct-)?[\w-]{20,}/,
  "Hugging Face": /\bhf_[A-Za-z]{30,}/,
  Tailscale: /\btskey-(api|auth|client)-[\w-]{10,}/,
};

/** Shorter secrets may be in a text by chance. */
const SHORTEST_SECRET = 6;

/** A text in all forms in which a reader may take it: as it is, without escapes of JSON or addresses, and its base64 decoded. */
function formsOf(text: string): string[] {
  const unescaped = text
    .replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\n/g, "\n")
    .replaceAll(/\\(["\\/])/g, "$1");
  const decoded = text.replaceAll(/(%[0-9a-fA-F]{2})+/g, (codes) =>
    Buffer.from(codes.replaceAll("%", ""), "hex").toString("utf8"),
  );
  const plain = [...new Set([text, unescaped, decoded])];
  // What may be base64, in either alphabet.
  const words = plain.flatMap((each) => each.match(/[\w+/-]{8,}={0,2}/g) ?? []);
  return [...plain, ...words.map((word) => Buffer.from(word, "base64").toString("utf8"))];
}

/** What is wrong with a text: it repeats one of the secrets, or has the form of a key, a token or a password. */
export function secretProblem(text: string, secrets: readonly string[]): string | undefined {
  const forms = formsOf(text);
  const isIn = (secret: string) => secret.length >= SHORTEST_SECRET && forms.some((form) => form.includes(secret));
  if (secrets.some(isIn)) return "repeats a secret of the stack";
  const looksSecret = Object.values(patterns).some((pattern) => forms.some((form) => pattern.test(form)));
  return looksSecret ? "looks as if it has a secret" : undefined;
}

/** The values of arguments that are always secret. */
export const secretsIn = (resources: readonly StackResource[]): string[] =>
  resources
    .flatMap(({ type, inputs }) => visits(byType.get(type)?.fields ?? {}, inputs))
    .flatMap(({ row, value }) => (row?.secret && typeof value === "string" ? [value] : []));
