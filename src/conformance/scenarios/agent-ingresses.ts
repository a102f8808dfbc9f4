import { isSuccess } from "../../core/client/status";
import type { Values } from "../../core/schema/values";
import { agentIngresses, objectPath } from "../made/collections";
import { domainLabel, markOf, UNKNOWN_VALUE } from "../mark";
import { create, deleteAndCheck, patchAt, type Run, shown } from "../run";
import { findAcceptedValues } from "./values";

/** Agent ingresses: the domain, what the service derives from it, and the certificate policy. */
export async function tryAgentIngresses(run: Run): Promise<void> {
  const domain = `${domainLabel(run.id)}.${run.scope.domain}`;
  const ingress = await createIngress(run, domain);
  recordComputedValues(run, ingress, domain);
  await tryDuplicate(run, domain);
  await trySpelling(run, `${domainLabel(run.id)}-Spelling.${run.scope.domain}`);
  await tryPolicy(run, ingress);
  await tryDomainChange(run, ingress);
  await deleteAndCheck(run, agentIngresses, ingress.id);
}

/** The mark is in the description: the metadata is not set. */
const createIngress = (run: Run, domain: string): Promise<Values> =>
  create(run, agentIngresses, { domain, description: markOf(run.id), metadata: undefined });

function recordComputedValues({ observations }: Run, ingress: Values, domain: string): void {
  const { uri, ns_targets: targets, region_domains: regions } = ingress;
  const isPath = typeof uri === "string" && uri.startsWith("/");
  observations.record("agentIngressUri", isPath ? "a path" : shown(uri), isPath);
  observations.record("nsTargets", listText(targets), isTextList(targets));
  const names = isTextList(regions) ? regions : [];
  const areSubdomains = names.every((name) => name.endsWith(`.${domain}`));
  observations.record("regionDomains", listText(regions), isTextList(regions) && areSubdomains);
  observations.record("regions", listText(regions));
  if (names.length > 0 && areSubdomains)
    observations.setOption(
      "regions",
      names.map((name) => name.slice(0, -domain.length - 1)),
    );
  recordMetadata(ingress, observations);
}

function recordMetadata(
  { metadata, description: _mark, ...rest }: Values,
  observations: Run["observations"],
): void {
  observations.record("agentIngressMetadata", shown(metadata));
  observations.setOption("agentIngressMetadata", metadata === undefined ? "absent" : "as-text");
  const policy = rest.certificate_management_policy;
  const status = rest.certificate_management_status;
  observations.record(
    "policyNull",
    `${shown(policy)} and ${shown(status)}`,
    (policy ?? null) === null && (status ?? null) === null,
  );
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

const listText = (value: unknown): string =>
  isTextList(value) ? `a list of ${value.length} names` : shown(value);

async function tryDuplicate(run: Run, domain: string): Promise<void> {
  const { observations, session } = run;
  const body = { domain, description: markOf(run.id) };
  const { status, members } = await session.post(agentIngresses.path, body);
  const isStored = isSuccess(status);
  observations.record(
    "duplicateDomains",
    isStored ? "stores a second one" : `${status} for a second one`,
  );
  observations.setOption("duplicates", isStored ? "allow" : "reject");
  if (isStored) await session.delete(objectPath(agentIngresses, members.id));
}

async function trySpelling(run: Run, domain: string): Promise<void> {
  const { observations } = run;
  const ingress = await createIngress(run, domain);
  const isAsSent = ingress.domain === domain;
  const isLower = ingress.domain === domain.toLowerCase();
  observations.record("domainSpelling", spellingText(isAsSent, isLower));
  if (isAsSent || isLower)
    observations.setOption("domainSpelling", isAsSent ? "as-given" : "lower");
  await deleteAndCheck(run, agentIngresses, ingress.id);
}

function spellingText(isAsSent: boolean, isLower: boolean): string {
  if (isAsSent) return "as sent";
  return isLower ? "in lower case" : "another domain";
}

/** The authorities of a certificate policy. The domain is not delegated, so that no certificate is issued. */
async function tryPolicy(run: Run, { id }: Values): Promise<void> {
  const path = objectPath(agentIngresses, id);
  const policyOf = (authority: string) => ({
    certificate_management_policy: { authority, private_key_type: "ecdsa" },
  });
  await findAcceptedValues(run, { point: "authority", member: "authority" }, async (authority) =>
    isSuccess((await run.session.patch(path, policyOf(authority))).status),
  );
  const at = { point: "policyNull", path } as const;
  const ended = await patchAt(run, at, { certificate_management_policy: null });
  if (!ended) return;
  const isEnded = (ended.certificate_management_policy ?? null) === null;
  run.observations.record(
    "policyNull",
    `${shown(ended.certificate_management_policy)} after null was sent`,
    isEnded,
  );
}

async function tryDomainChange(
  { observations, session, scope }: Run,
  ingress: Values,
): Promise<void> {
  const path = objectPath(agentIngresses, ingress.id);
  const { status, members } = await session.patch(path, {
    domain: `${UNKNOWN_VALUE}.${scope.domain}`,
  });
  const isFixed = !isSuccess(status) || members.domain === ingress.domain;
  observations.record("domainFixed", isFixed ? `${status}, and no change` : "changes it", isFixed);
}
