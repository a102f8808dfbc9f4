import { API_KEY_SOURCE } from "../definitions/settings";
import type { Lookup } from "../schema/settings";

/** Follows the name of a source that is configured: the engine passes on what it has recorded. */
export const RECORDED_KEY =
  "; refresh and destroy use the key that the last `pulumi up` recorded: if it was changed since then, run `pulumi up`, or " +
  "`pulumi refresh --run-program` or `pulumi destroy --run-program`";

/** Where a configured key comes from, as messages say it: as a `Provider` tells, else as stack config. */
export const keySourceIn =
  (config: Lookup) =>
  (source: string): string =>
    config(API_KEY_SOURCE) ?? `stack config ${source}`;
