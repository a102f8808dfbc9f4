import type { ProgramIdentifiers } from "../codegen/language";
import type { Value } from "../codegen/program";

/** The features that programs in a language can use. */
export interface LanguageFeatures {
  /** The identifiers of the language. */
  readonly syntax: ProgramIdentifiers;
  /** True if a program is a single file, as in YAML. */
  readonly isOneFile: boolean;
  /** True if a module accepts the resource of its route as an argument, as in TypeScript. */
  readonly takesRoute: boolean;
  /** True if programs read objects from config, and write JSON unchanged. Go and YAML sort the members of JSON. */
  readonly hasConfigObjects: boolean;
  /**
   * True if a text in config that looks like a number or a boolean arrives as a number or a
   * boolean, as in YAML. Default: false.
   */
  readonly parsesConfig?: boolean;
  /** True if a program reads the config under the names of its variables, as in YAML. Default: false. */
  readonly readsConfigByVariable?: boolean;
  /**
   * The reason why programs cannot contain a member of an object; `undefined` if they can. Default:
   * all members are possible.
   */
  readonly whyNotExpressible?: (name: string, value: Value) => string | undefined;
}

/** The origin of imported objects. */
export interface Origin {
  /** The base URL of the account. */
  readonly url: string;
  /** The date of the import, such as `2026-10-08`. */
  readonly date: string;
}

/** Options for the program of an account. Keys identify objects, or the ids of objects, such as `backend bkd_1`. */
export interface ProgramOptions extends LanguageFeatures {
  /** True if similar resources become a table and a loop. */
  readonly usesTables: boolean;
  readonly origin?: Origin;
  /** True if Pulumi refuses to delete the resources. Default: false. */
  readonly protects?: boolean;
  /** Names in lower case whose values are not credentials although they look like credentials. Default: none. */
  readonly plaintextNames?: ReadonlySet<string>;
  /** Names of objects in order of preference, by keys or ids. A taken name is not used. Default: none. */
  readonly preferredNames?: ReadonlyMap<string, readonly string[]>;
  /** Names of objects and of settings for ids that do not change, by keys. */
  readonly existingNames: ReadonlyMap<string, string>;
  /** Names of other resources of the stack. */
  readonly takenNames: Iterable<string>;
  /** Values in the config of the stack, by names without a namespace. */
  readonly configValues: ReadonlyMap<string, string>;
  /**
   * Names without extensions of the files in which an earlier run declared objects, by the keys of
   * the objects. Default: none.
   */
  readonly fileStems?: ReadonlyMap<string, string>;
  /** Returns whether a file with this name, without its extension, exists and must stay as it is. Default: no. */
  readonly isStemTaken?: (stem: string) => boolean;
  /** Returns whether a file with another text exists at a path, and must stay as it is. Default: no. */
  readonly isOtherFile?: (path: string, text: string) => boolean;
}
