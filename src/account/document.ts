import { isObject, type Values } from "../core/schema/values";

/** A file that people take for a state. */
interface Mistaken {
  readonly isIn: (text: string, document: Values | undefined) => boolean;
  /** What the file is, and what to do. */
  readonly problem: string;
}

const PULL = "write the state to a file with `terraform state pull > FILE`, and name that file";

/** The first bytes of a ZIP archive, as which Terraform saves a plan. */
const ARCHIVE = "PK\u0003\u0004";

const mistaken: readonly Mistaken[] = [
  {
    isIn: (text) => text.trim() === "",
    problem: `the file is empty: ${PULL}`,
  },
  {
    isIn: (text) => text.startsWith(ARCHIVE),
    problem: `the file is a saved plan of Terraform, which contains what is to be done: ${PULL}`,
  },
  {
    isIn: (text) => text.includes("\0") || text.startsWith("\uFFFD\uFFFD"),
    problem:
      "the file is not in UTF-8: Windows PowerShell writes `terraform state pull > FILE` in UTF-16; write it with " +
      "`terraform state pull | Out-File -Encoding utf8 FILE`",
  },
  {
    isIn: (_, document) =>
      document?.planned_values !== undefined || document?.resource_changes !== undefined,
    problem: `the document is a plan of Terraform, which contains what is to be done: ${PULL}`,
  },
  {
    isIn: (_, document) => document?.encrypted_data !== undefined,
    problem:
      "the document is a state that OpenTofu has encrypted: write the state to a file with `tofu state pull > FILE`, which " +
      "decrypts it, and name that file",
  },
  {
    isIn: (_, document) => isObject(document?.backend) && document.deployment === undefined,
    problem: `the document contains the settings of Terraform's backend, and not its state: ${PULL}`,
  },
  {
    isIn: (_, document) => Array.isArray(document?.modules) && Number(document.version) < 4,
    problem:
      "the document is a state of an older format, which Terraform wrote before version 0.12: run `terraform state pull > FILE` " +
      "with a newer version, which converts it, and name that file",
  },
  {
    isIn: (text, document) => document === undefined && text.trimStart().startsWith("{"),
    problem: "the document is not valid JSON: check that the file is complete",
  },
];

/** @throws {Error} if a file is something else that belongs to a state, or no complete document. */
export function requireState(text: string, document: Values | undefined): void {
  const found = mistaken.find(({ isIn }) => isIn(text, document));
  if (found) throw new Error(found.problem);
}
