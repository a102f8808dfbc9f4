import type { Language } from "../codegen/language";
import type { Value } from "../codegen/program";

/** What programs in a language can have. */
export interface LanguageFeatures {
  /** How the language writes names and values. */
  readonly syntax: Language;
  /** Whether a program is one file: in YAML alone. */
  readonly isOneFile: boolean;
  /** Whether modules take the route itself: in TypeScript alone. */
  readonly takesRoute: boolean;
  /** Whether programs read objects from config and write JSON unchanged: Go, on which YAML is built, sorts its members. */
  readonly hasConfigObjects: boolean;
  /** Whether an id of digits, or another text that could be a number or a boolean, arrives as such from config: in YAML. */
  readonly parsesConfig?: boolean;
  /** Why programs cannot state a member of an object; `undefined` if they can. Default: they can state all. */
  readonly whyNotExpressible?: (name: string, value: Value) => string | undefined;
}

/** The account that objects are from, and a date such as `2026-10-08`. */
export type Origin = { readonly url: string; readonly date: string };

/** How objects become a program. Keys are those of objects, or of ids, such as `backend bkd_1`. */
export interface ProgramOptions extends LanguageFeatures {
  /** Whether equal resources become a table and a loop. */
  readonly usesTables: boolean;
  readonly origin?: Origin;
  /** Whether Pulumi refuses to delete the resources. Default: no. */
  readonly protects?: boolean;
  /** Names, in lower case, whose values are not credentials although they look like some. Default: none. */
  readonly plaintextNames?: ReadonlySet<string>;
  /** Names that objects should have, as far as they are free, by their keys or ids: the first is the best. Default: none. */
  readonly preferredNames?: ReadonlyMap<string, readonly string[]>;
  /** Names that objects and the settings for ids keep, by their keys. */
  readonly existingNames: ReadonlyMap<string, string>;
  /** Names of other resources. */
  readonly takenNames: Iterable<string>;
  /** What the config has, by names without a namespace. */
  readonly configValues: ReadonlyMap<string, string>;
  /** Subjects of the files in which an earlier run has declared objects, by their keys. */
  readonly fileStems?: ReadonlyMap<string, string>;
  /** Whether there is a file with that subject, which stays as it is. Default: no. */
  readonly isStemTaken?: (subject: string) => boolean;
  /** Whether there is a file at a path that stays as it is, and does not have that text. Default: no. */
  readonly isOtherFile?: (path: string, text: string) => boolean;
}
