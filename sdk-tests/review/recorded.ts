import { join } from "node:path";
import { harmlessChanges, type LabelledChange, riskyChanges } from "./labelled";

/**
 * The output of real CLIs for labelled changes: of the oldest CLI with which programs run until the engine's last
 * steps, and of the newest CLI at the time. `npm test -- --long recorded` records the output again.
 */

/** The versions of the CLI. */
export const RECORDED_CLIS = ["3.182.0", "3.259.0"] as const;

export const RECORDED_FORMS = ["dynamic", "plugin"] as const;

/** The recorded output of a version and a form, by file. */
export const RECORDED_FILES = {
  /** A preview in which nothing changes. */
  unchanged: "unchanged.json",
  /** A preview of the changes, as a document. */
  document: "document.json",
  /** A preview of the changes, as a stream of events. */
  stream: "stream.jsonl",
  /** A refresh after the logins of `RECORDED_DRIFT` were removed by hand. */
  refresh: "refresh.json",
} as const;

export const recordedFolder = (cli: string, form: string): string =>
  join(__dirname, "recorded", cli, form);

/** Changes with every operation of the engine, of every kind of resource. */
const NAMES = [
  "addresses-removed",
  "argument-to-resource",
  "authority-added",
  "credentials-rotated",
  "domain-spelled",
  "ingress-moved",
  "mail-wide-letters",
  "saml-to-oidc",
  "secret-organizations-move",
  "shadowed-open",
  "tcp-beside-login",
  "tls-unstated",
];

export const recordedChanges: readonly LabelledChange[] = [
  ...riskyChanges,
  ...harmlessChanges,
].filter(({ name }) => NAMES.includes(name));

/** The change whose login is removed by hand. */
export const RECORDED_DRIFT = "mail-wide-letters";
