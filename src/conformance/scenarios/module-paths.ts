import { isSuccess } from "../../core/client/status";
import { isObject, type Values, valueAt } from "../../core/schema/values";
import { UNKNOWN_VALUE } from "../mark";
import { type Answer, isModuleUnset } from "../requests/answers";
import { type Run, read, routePath, shown } from "../run";
import { findAcceptedValues } from "./values";

/** The modules of a route that have a path of their own. */
export async function tryModulePaths(run: Run, route: Values): Promise<void> {
  await tryUnsetModule(run, `${routePath(run, route.id)}/websocket_tcp_converter`);
  await tryConverter(run, route);
  await tryWebhook(run, `${routePath(run, route.id)}/webhook_verification`);
  await tryTokens(run, `${routePath(run, route.id)}/jwt_validation`);
}

async function tryUnsetModule({ observations, session }: Run, path: string): Promise<void> {
  const answer = await session.get(path);
  const form = unsetForm(answer);
  observations.record(
    "unsetModule",
    form ?? `${answer.status} with a module`,
    isModuleUnset(answer),
  );
  if (form) observations.setOption("unsetModule", form);
  const { status } = await session.delete(path);
  observations.record("unsetModuleDeletion", `${status}`);
  if (status === 404) observations.setOption("deleteUnsetModule", "404");
  if (isSuccess(status)) observations.setOption("deleteUnsetModule", "204");
}

function unsetForm({ status, members, text }: Answer) {
  if (status === 404) return "404";
  if (!isSuccess(status)) return undefined;
  if (text.trim() === "null") return "null";
  if (members.enabled === false) return "disabled";
  return Object.keys(members).length === 0 ? "empty" : undefined;
}

/** PUT, GET and DELETE of a module, and its member of the route. */
async function tryConverter(run: Run, { id }: Values): Promise<void> {
  const { observations, session } = run;
  const route = routePath(run, id);
  const path = `${route}/websocket_tcp_converter`;
  const replaced = await session.put(path, { enabled: false });
  const isReplaced = isSuccess(replaced.status) && replaced.members.enabled === false;
  observations.record("modulePaths", `${replaced.status} for \`PUT\``, isReplaced);
  const { websocket_tcp_converter: member } = await read(run, route);
  const isShared = isObject(member) && member.enabled === false;
  observations.record(
    "sharedModules",
    isShared ? "a member of the route" : shown(member),
    isShared,
  );
  const deleted = await session.delete(path);
  observations.record("modulePaths", `${deleted.status} for \`DELETE\``, isSuccess(deleted.status));
  const after = await session.get(path);
  observations.record(
    "modulePaths",
    `${after.status} for \`GET\` after \`DELETE\``,
    isModuleUnset(after),
  );
}

/** The documented option of the local server for the provider that needs no secret. */
const WITHOUT_SECRET = "sns";

async function tryWebhook(run: Run, path: string): Promise<void> {
  const { observations, session } = run;
  const accepts = async (module: Values) => isSuccess((await session.put(path, module)).status);
  const accepted = await findAcceptedValues(
    run,
    {
      point: "webhookProvider",
      member: "webhook_verification.provider",
      known: [WITHOUT_SECRET],
    },
    (provider) => accepts({ enabled: false, provider, secret: UNKNOWN_VALUE }),
  );
  const free: string[] = [];
  for (const provider of accepted)
    if (await accepts({ enabled: false, provider })) free.push(provider);
  if (accepted.length === 0) return;
  const names = free.map((name) => `\`${name}\``).join(", ") || "none of those that were tried";
  observations.record("webhookProvider", `without a secret: ${names}`);
  observations.setOption("webhookProvidersWithoutSecret", free);
}

async function tryTokens(run: Run, path: string): Promise<void> {
  const { observations, session } = run;
  const module = (algorithms: readonly string[]) => ({
    enabled: false,
    issuer: { allow_list: [{ value: "https://issuer.example.com" }] },
    jws: { allowed_algorithms: algorithms },
  });
  await findAcceptedValues(
    run,
    {
      point: "allowedAlgorithms",
      member: "jwt_validation.allowed_algorithms",
      known: ["RS256", "ES256"],
    },
    async (algorithm) => isSuccess((await session.put(path, module([algorithm]))).status),
  );
  const { status, members } = await session.put(path, { enabled: false, jws: {} });
  if (isSuccess(status)) observations.record("emptyObject", shown(valueAt(members, ["jws"])));
}
