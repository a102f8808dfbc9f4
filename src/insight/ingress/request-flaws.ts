import { type Arguments, hiddenAt, textAt, valueAt } from "./arguments";
import { type Flaw, flaw, flawKinds } from "./flaw-kinds";

/** Flaws of modules that judge requests by their signatures or by expressions. */

/** Finds webhooks without a secret. The API requires a secret for all providers but a cloud notification service. */
export function* webhookFlaws(args: Arguments): Generator<Flaw> {
  const secret = valueAt(args, "secret");
  const hasSecret = typeof secret === "string" ? secret.trim() !== "" : Boolean(secret);
  if (hasSecret || mayNeedNoSecret(args)) return;
  yield flaw({
    kind: flawKinds.unsigned,
    path: "secret",
    summary: "verifies webhooks without a secret",
    message: "forged webhooks are accepted: they are verified without a secret",
    strength: "nothing",
  });
}

/** True for the cloud notification service, which signs with a key of its own, and for a hidden provider, which may be that service. */
const mayNeedNoSecret = (args: Arguments): boolean =>
  hiddenAt(args, "provider") !== undefined ||
  textAt(args, "provider")?.trim().toLowerCase() === "sns";

/** Finds a policy that rejects no request. Without an action for requests, its action for responses lets each request through. */
export function* policyFlaws(args: Arguments): Generator<Flaw> {
  if (valueAt(args, "inbound.actions.type")) return;
  const onlyResponses = valueAt(args, "outbound.actions.type") ? ", only for responses" : "";
  yield flaw({
    kind: flawKinds.noRule,
    path: "inbound",
    summary: "has no action for requests",
    message: `its traffic policy has no action for requests${onlyResponses}`,
    strength: "nothing",
  });
}
