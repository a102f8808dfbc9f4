import { isSuccess } from "../../core/client/status";
import { isObject, stableJson, type Values, valueAt } from "../../core/schema/values";
import { UNKNOWN_VALUE } from "../mark";
import { requireSuccess } from "../requests/answers";
import { patch, patchAt, type Run, routePath, shown } from "../run";
import { findAcceptedValues } from "./values";

/** The modules of a route that are set in the route itself, but for logins. */
export async function tryInlineModules(run: Run, route: Values): Promise<void> {
  await tryDefaults(run, route);
  await tryUpdateRules(run, route);
  await tryLimits(run, route);
  await tryPolicy(run, route);
  await tryLists(run, route);
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
  const isUntouched = isAlike(after.response_headers, before.response_headers);
  observations.record("untouchedModules", isUntouched ? "unchanged" : "changed", isUntouched);

  const replaced = await patch(run, path, { response_headers: { add: { "x-b": "3" } } });
  const headers = valueAt(replaced, ["response_headers", "add"]);
  const isReplaced = isAlike(headers, { "x-b": "3" });
  observations.record("replacedModules", isReplaced ? "replaced" : "merged", isReplaced);

  const at = { point: "disabledModule", path } as const;
  const disabled = await patchAt(run, at, { compression: { enabled: false } });
  if (disabled) {
    const { compression } = disabled;
    const isDisabled =
      (compression ?? null) === null || valueAt(compression, ["enabled"]) === false;
    observations.record("disabledModule", shown(compression), isDisabled);
  }

  const { status, members } = await session.patch(path, { circuit_breaker: null });
  observations.record("nullModule", nullText(status, members.circuit_breaker));
}

/** True for equal values. A service may change the letters of header names. */
const isAlike = (first: unknown, second: unknown): boolean =>
  stableJson(first).toLowerCase() === stableJson(second).toLowerCase();

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
  const isOrdered = isAlike(removed, names);
  observations.record("listOrder", isOrdered ? "in the order that was sent" : "in another order");
  if (!scope.ipPolicy) return;
  const answer = await session.patch(path, { ip_restriction: { ip_policy_ids: [scope.ipPolicy] } });
  requireSuccess(`PATCH of ip_restriction with the IP policy ${scope.ipPolicy}`, answer);
  const policies = valueAt(answer.members, ["ip_restriction", "ip_policies"]);
  const ids = Array.isArray(policies) ? policies.map((policy) => (policy as Values)?.id) : [];
  const isReference = ids.length === 1 && ids[0] === scope.ipPolicy;
  if (!isReference) observations.record("references", shown(policies), false);
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
