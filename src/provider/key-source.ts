import { API_KEY_SOURCE } from "../definitions/settings";
import type { Lookup } from "../schema/settings";

/** Where a configured key comes from, as messages say it: as a `Provider` tells, else as stack config. */
export const keySourceIn =
  (config: Lookup) =>
  (source: string): string =>
    config(API_KEY_SOURCE) ?? `stack config ${source}`;
