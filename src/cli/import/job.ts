import type { Form } from "../../importing/declared";
import type { ModuleStyle } from "../../importing/modules";
import type { Language } from "../../importing/project";
import type { Split } from "../../importing/split";
import type { AccountFlags } from "../account";

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

/** What an import into one project starts from. Each step of the job gives it, with what the step has found or done. */
export interface Start {
  readonly flags: ImportFlags;
  /** Of this package. */
  readonly version: string;
  /** The folder that the command names. */
  readonly root: string;
  /** The part of a split account, which is a folder below it. */
  readonly part?: string | undefined;
  /** Of several parts, the one for which the account is read, and whose result has what concerns all of them. */
  readonly isFirst: boolean;
}
