import { z } from "@hono/zod-openapi";
import { unaccepted } from "../options/accepted";
import { enabled, filledText, memberNotes } from "../shapes/members";
import { defineModule } from "./definition";

// May be empty: one provider has no secret, and a program may send "" for it.
const webhookSecret = z.string().openapi({ format: "password" }).register(memberNotes, { secret: true });

export const webhookVerification = defineModule({
  title: "WebhookVerification",
  write: z.strictObject({ enabled, provider: filledText, secret: webhookSecret.nullish() }),
  check: ({ provider, secret }, { options }) => {
    const needsSecret = !options.webhookProvidersWithoutSecret.includes(provider);
    const missing = secret === undefined || secret === null || secret === "";
    return [
      ...unaccepted(options.acceptedValues, "webhook_verification.provider", provider, "provider"),
      ...(needsSecret && missing ? [{ member: "secret", message: "is required for this provider" }] : []),
    ];
  },
});
