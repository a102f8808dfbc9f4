import { isObject, stableJson, type Values, valueAt } from "../../core/schema/values";
import { UNKNOWN_VALUE } from "../mark";
import { isSuccess, patch, type Run, routePath, shown } from "../run";
import { findAcceptedValues } from "./values";

/** The modules of a route that are set in the route itself, but for logins. */
export async function tryInlineModules(run: Run, route: Values): Promise<void> {
  await tryDefaults(run, route);
  await tryUpdateRules(run, route);
  await tryLimits(run, route);
  await tryLists(run, route);
  await tryPolicy(run, route);
}

/** Observes the members that the service fills in. `circuit_breaker` has numbers alone. */
async function tryDefaults(run: Run, { id }: Values): Promise<void> {
  const { observations } = run;
  const changed = await patch(run, routePath(run, id), { compression: {}, circuit_breaker: {} });
  const enabled = valueAt(changed, ["compression", "enabled"]);
  observations.record("enabledDefault", shown(enabled), enabled === true);
  const breaker = isObject(changed.circuit_breaker) ? changed.circuit_breaker : {};
  const numbers = Object.entries(breaker).filter(([, value]) => typeof value === "number");
  const filled = numbers.map(([name, value]) => `\`${name}\` ${value}`).join(", ");
  observations.record("numberDefaults", filled === "" ? "fills no numbers in" : filled);
  observations.setOption("filledDefaults", filledDefaults(enabled, numbers.length > 0));
}

function filledDefaults(enabled: unknown, hasNumbers: boolean) {
  if (hasNumbers) return "service";
  return enabled === true ? "documented" : "none";
}

async function tryUpdateRules(run: Run, { id }: Values): Promise<void> {
  const { observations, session } = run;
  const path = routePath(run, id);
  const before = await patch(run, path, { response_headers: { add: { "x-a": "1", "x-b": "2" } } });
  const after = await patch(run, path, { description: "A route that serves nothing." });
  const isUntouched = stableJson(after.response_headers) === stableJson(before.response_headers);
  observations.record("untouchedModules", isUntouched ? "unchanged" : "changed", isUntouched);

  const replaced = await patch(run, path, { response_headers: { add: { "x-b": "3" } } });
  const headers = valueAt(replaced, ["response_headers", "add"]);
  const isReplaced = stableJson(headers) === stableJson({ "x-b": "3" });
  observations.record("replacedModules", isReplaced ? "replaced" : "merged", isReplaced);

  const disabled = await patch(run, path, { compression: { enabled: false } });
  const isDisabled =
    disabled.compression === null || valueAt(disabled, ["compression", "enabled"]) === false;
  observations.record("disabledModule", shown(disabled.compression), isDisabled);

  const { status, members } = await session.patch(path, { circuit_breaker: null });
  observations.record("nullModule", nullText(status, members.circuit_breaker));
}

function nullText(status: number, module: unknown): string {
  if (!isSuccess(status)) return `${status}`;
  return (module ?? null) === null ? "deletes the module" : "leaves the module unchanged";
}

/** Values that the reference excludes. */
async function tryLimits(run: Run, { id }: Values): Promise<void> {
  const { observations, session } = run;
  const statusFor = async (module: Values) =>
    (await session.patch(routePath(run, id), { circuit_breaker: module })).status;
  const buckets = await statusFor({ num_buckets: 129 });
  observations.record("bucketLimit", `${buckets} for 129`, !isSuccess(buckets));
  const threshold = await statusFor({ error_threshold_percentage: 1.5 });
  observations.record("thresholdLimit", `${threshold} for 1.5`, !isSuccess(threshold));
}

async function tryLists(run: Run, { id }: Values): Promise<void> {
  const { observations, scope, session } = run;
  const path = routePath(run, id);
  const names = ["x-c", "x-a", "x-b"];
  const changed = await patch(run, path, { request_headers: { remove: names } });
  const removed = valueAt(changed, ["request_headers", "remove"]);
  const isOrdered = stableJson(removed) === stableJson(names);
  observations.record("listOrder", isOrdered ? "in the order that was sent" : "in another order");
  if (!scope.ipPolicy) return;
  const answer = await session.patch(path, { ip_restriction: { ip_policy_ids: [scope.ipPolicy] } });
  if (!isSuccess(answer.status)) return;
  const policies = valueAt(answer.members, ["ip_restriction", "ip_policies"]);
  const ids = Array.isArray(policies) ? policies.map((policy) => (policy as Values)?.id) : [];
  const isReference = ids.length === 1 && ids[0] === scope.ipPolicy;
  observations.record(
    "references",
    isReference ? "`id` and `uri`" : shown(typeof policies),
    isReference,
  );
}

/** A traffic policy with a single rule, whose action the service may know or not. */
async function tryPolicy(run: Run, { id }: Values): Promise<void> {
  const { observations, session } = run;
  const send = (type: string) =>
    session.patch(routePath(run, id), {
      policy: { enabled: false, inbound: { name: UNKNOWN_VALUE, actions: { type, config: {} } } },
    });
  let stored: unknown;
  await findAcceptedValues(run, { point: "policyAction", member: "policy.type" }, async (type) => {
    const { status, members } = await send(type);
    if (isSuccess(status)) stored = members.policy;
    return isSuccess(status);
  });
  if (stored === undefined) return;
  const actions = valueAt(stored, ["inbound", "actions"]);
  const isObjectAsSent = isObject(valueAt(stored, ["inbound"])) && isObject(actions);
  observations.record("policyObjects", isObjectAsSent ? "objects" : "lists", isObjectAsSent);
}
