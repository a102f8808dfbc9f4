import { API_KEY_SOURCE } from "../definitions/settings";
import type { ProviderOptions } from "./types";

/**
 * Behind what is said of a configured setting: without a program that says otherwise, the engine passes on what it has
 * recorded.
 */
export const recordedNote = ({ isOfProgram }: ProviderOptions): string =>
  isOfProgram === undefined || isOfProgram()
    ? ""
    : "; if it was changed since the last `pulumi up`, add `--run-program` to this command";

/** Where a configured key comes from, as messages say it: from a `Provider`, if that says so, else from stack config. */
export const keySourceIn = ({ config, providerName }: ProviderOptions, source: string): string =>
  providerName === undefined
    ? (config(API_KEY_SOURCE) ?? `stack config ${source}`)
    : argumentOf("apiKey", providerName);

/** A setting that the program states. */
export const argumentOf = (name: string, providerName: string): string =>
  `the argument ${name} of Provider "${providerName}"`;
