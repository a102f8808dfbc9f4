import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/field";
import { string } from "../../schema/rows";
import { type ModuleArgs, moduleFields } from "./common";

/** Allows only the webhooks that their provider has signed (API reference: webhook_verification). */
export interface WebhookVerificationArgs extends ModuleArgs {
  /** The provider that sends the webhooks, by a name that the service knows, such as `github`; not checked. Required. */
  provider: Input<string>;
  /**
   * Secret that requests are validated with; every provider but one cloud notification service needs it. Always a
   * secret. Default: none.
   */
  secret?: Input<string | undefined>;
}

export const webhookVerification = nested<WebhookVerificationArgs>()({
  ...moduleFields,
  provider: string({ required: true }),
  secret: string({ secret: true }),
});
