import { z } from "@hono/zod-openapi";
import { unaccepted } from "../options/accepted";
import { enabled, filledText, text, texts } from "../shapes/members";
import { defineModule } from "./definition";

const action = z.strictObject({
  type: filledText,
  config: z.record(z.string(), z.unknown()).nullish(),
});

const rule = z.strictObject({
  name: text.nullish(),
  expressions: texts.nullish(),
  actions: action.nullish(),
});

export const policy = defineModule({
  title: "EndpointPolicy",
  write: z.strictObject({ enabled, inbound: rule.nullish(), outbound: rule.nullish() }),
  check: (value, { options }) =>
    (["inbound", "outbound"] as const).flatMap((direction) =>
      unaccepted(options.acceptedValues, "policy.type", value[direction]?.actions?.type, `${direction}.actions.type`),
    ),
});
