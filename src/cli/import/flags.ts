import type { Form } from "../../importing/import-file";
import type { ModuleStyle } from "../../importing/modules";
import type { Language } from "../../importing/project";
import type { Split } from "../../importing/split";
import type { AccountFlags } from "../account-options";

/** The options of `edge-ingress import`. */
export interface ImportFlags extends AccountFlags {
  readonly stack?: string;
  readonly yes?: true;
  readonly language?: Language;
  readonly form: Form;
  readonly modules: ModuleStyle;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly onlyIds?: true;
  readonly group: boolean;
  /** A file of names by keys of objects and ids. */
  readonly names?: string;
  readonly protect?: true;
  readonly split?: Split;
  readonly project?: string;
  readonly otherAccount?: true;
  readonly dryRun?: true;
  readonly json?: true;
  /** A file that the result is written to, as `--json` prints it. */
  readonly report?: string;
}
