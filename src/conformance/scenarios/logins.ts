import { isSuccess } from "../../core/client/status";
import { isObject, stableJson, type Values, valueAt } from "../../core/schema/values";
import { UNKNOWN_VALUE } from "../mark";
import { type Run, routePath, shown } from "../run";
import { IDP_METADATA } from "./idp-metadata";
import { findAcceptedValues } from "./values";

/** The logins of a route: OAuth and SAML. Both are disabled, and the route serves nothing. */
export async function tryLogins(run: Run, route: Values): Promise<void> {
  const oauthPath = `${routePath(run, route.id)}/oauth`;
  await tryOAuth(run, oauthPath);
  await run.session.delete(oauthPath);
  await trySaml(run, route);
}

async function tryOAuth(run: Run, path: string): Promise<void> {
  const { observations, session } = run;
  const put = (provider: Values) => session.put(path, { enabled: false, provider });
  const { status, members } = await put({ provider_1: {} });
  if (isSuccess(status)) recordOAuth(run, members);
  const withoutSecret = await put({ provider_1: { client_id: UNKNOWN_VALUE } });
  const withoutClient = await put({ provider_1: { scopes: [UNKNOWN_VALUE] } });
  const statuses = [withoutSecret.status, withoutClient.status];
  observations.record(
    "oauthClient",
    `${statuses[0]} without \`client_secret\`, ${statuses[1]} for \`scopes\` alone`,
    !statuses.some(isSuccess),
  );
  const later = await put({ provider_5: {} });
  const isAccepted = isSuccess(later.status);
  observations.record(
    "laterProviders",
    isAccepted ? "accepts `provider_5` without them" : `${later.status} without them`,
  );
}

function recordOAuth({ observations }: Run, oauth: Values): void {
  const provider = isObject(oauth.provider) ? oauth.provider : {};
  const { provider_1: used, ...others } = provider;
  const isAsStated = isObject(used) && Object.values(others).every((value) => value === null);
  observations.record(
    "oauthProviders",
    isAsStated ? "null" : "members that are not used are not null",
    isAsStated,
  );
  const passthrough = oauth.options_passthrough;
  const isFalse = passthrough !== true;
  observations.record(
    "booleanDefaults",
    `\`options_passthrough\` is ${shown(passthrough)}`,
    isFalse,
  );
  if (typeof oauth.cookie_prefix !== "string" || oauth.cookie_prefix === "") return;
  observations.record("numberDefaults", `\`cookie_prefix\` is ${shown(oauth.cookie_prefix)}`);
  observations.setOption("cookiePrefix", oauth.cookie_prefix);
}

const SERVICE_PROVIDER = [
  "entity_id",
  "assertion_consumer_service_url",
  "single_logout_url",
  "request_signing_certificate_pem",
  "metadata_url",
];

const NAMEID_FORMAT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

async function trySaml(run: Run, { id }: Values): Promise<void> {
  const { observations, session } = run;
  const send = (members: Values) =>
    session.patch(routePath(run, id), {
      saml: { enabled: false, idp_metadata: IDP_METADATA, ...members },
    });
  const { status, members } = await send({});
  if (!isSuccess(status)) return;
  const absent = SERVICE_PROVIDER.filter(
    (name) => typeof valueAt(members, ["saml", name]) !== "string",
  );
  observations.record(
    "samlFields",
    absent.length === 0 ? "all five" : `without ${absent.join(", ")}`,
    absent.length === 0,
  );
  recordSamlDefaults(run, members);
  await findAcceptedValues(
    run,
    { point: "nameidFormat", member: "saml.nameid_format", known: [NAMEID_FORMAT] },
    async (format) => isSuccess((await send({ nameid_format: format })).status),
  );
}

function recordSamlDefaults({ observations }: Run, route: Values): void {
  const format = valueAt(route, ["saml", "nameid_format"]);
  observations.record("nameidDefault", shown(format), format === NAMEID_FORMAT);
  const names = ["force_authn", "allow_idp_initiated"];
  const values = names.map((name) => valueAt(route, ["saml", name]));
  const areFalse = values.every((value) => value !== true);
  observations.record("booleanDefaults", `SAML: ${stableJson(values)}`, areFalse);
}
