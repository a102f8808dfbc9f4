import { isObject, type Values } from "../../core/schema/values";

/** A kind of file that users mistake for a state. */
interface MistakenFile {
  readonly matches: (text: string, document: Values | undefined) => boolean;
  /** A description of the file, and the action to take. */
  readonly problem: string;
}

const PULL = "write the state to a file with `terraform state pull > FILE`, and name that file";

/** The first bytes of a ZIP archive. Terraform saves a plan as such an archive. */
const ZIP_SIGNATURE = "PK\u0003\u0004";

const mistakenFiles: readonly MistakenFile[] = [
  {
    matches: (text) => text.trim() === "",
    problem: `the file is empty: ${PULL}`,
  },
  {
    matches: (text) => text.startsWith(ZIP_SIGNATURE),
    problem: `the file is a saved plan of Terraform, which contains what is to be done: ${PULL}`,
  },
  {
    matches: (text) => text.includes("\0") || text.startsWith("\uFFFD\uFFFD"),
    problem:
      "the file is not in UTF-8: Windows PowerShell writes `terraform state pull > FILE` in UTF-16; write it with " +
      "`terraform state pull | Out-File -Encoding utf8 FILE`",
  },
  {
    matches: (_, document) =>
      document?.planned_values !== undefined || document?.resource_changes !== undefined,
    problem: `the document is a plan of Terraform, which contains what is to be done: ${PULL}`,
  },
  {
    matches: (_, document) => document?.encrypted_data !== undefined,
    problem:
      "the document is a state that OpenTofu has encrypted: write the state to a file with `tofu state pull > FILE`, which " +
      "decrypts it, and name that file",
  },
  {
    matches: (_, document) => isObject(document?.backend) && document.deployment === undefined,
    problem: `the document contains the settings of Terraform's backend, and not its state: ${PULL}`,
  },
  {
    matches: (_, document) => Array.isArray(document?.modules) && Number(document.version) < 4,
    problem:
      "the document is a state of an older format, which Terraform wrote before version 0.12: run `terraform state pull > FILE` " +
      "with a newer version, which converts it, and name that file",
  },
  {
    matches: (text, document) => document === undefined && text.trimStart().startsWith("{"),
    problem: "the document is not valid JSON: check that the file is complete",
  },
];

/** @throws {Error} if the file is another file that users mistake for a state, or an incomplete document. */
export function requireState(text: string, document: Values | undefined): void {
  const mistaken = mistakenFiles.find(({ matches }) => matches(text, document));
  if (mistaken) throw new Error(mistaken.problem);
}
