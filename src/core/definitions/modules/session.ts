import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/field";
import { boolean, string, uint32 } from "../../schema/rows";
import { type ModuleArgs, moduleFields } from "./common";

/** What all modules have that sign users in. */
export interface SessionArgs extends ModuleArgs {
  /** Whether OPTIONS requests pass without authentication, as CORS needs. Default: false, which the provider assumes. */
  optionsPassthrough?: Input<boolean | undefined>;
  /** Prefix of the session cookie. Default: the service's own name and a dot. */
  cookiePrefix?: Input<string | undefined>;
  /** Seconds of inactivity that end a session, 0 to 4294967295. Default: the service chooses. */
  inactivityTimeout?: Input<number | undefined>;
  /** Seconds that a session lasts at most, 0 to 4294967295. Default: the service chooses. */
  maximumDuration?: Input<number | undefined>;
}

/** Rows of {@link SessionArgs}. */
export const sessionFields = nested<SessionArgs>()({
  ...moduleFields,
  optionsPassthrough: boolean(),
  cookiePrefix: string({ computed: true }),
  inactivityTimeout: uint32(),
  maximumDuration: uint32(),
});
