import { isObject, type Values, valueAt } from "../../core/schema/values";
import type { OptionValues } from "../../emulator/options/registry";
import { destinations, objectPath } from "../made/collections";
import { create, deleteAndCheck, patch, type Run, shown } from "../run";

/** Not a key of a monitoring service: a new destination delivers nothing. */
const API_KEY = "edge-ingress-conformance-is-not-a-key";

/** Event destinations: targets, and how secrets are shown. */
export async function tryDestinations(run: Run): Promise<void> {
  const target = (service: string) => ({
    monitoring: { api_key: API_KEY, tags: "a:b", service, site: "example.com" },
  });
  const destination = await create(run, destinations, { format: "json", target: target("first") });
  recordSecret(run, valueAt(destination, ["target", "monitoring", "api_key"]));
  recordTarget(run, destination);
  const path = objectPath(destinations, destination.id);
  const changed = await patch(run, path, { target: target("second") });
  const service = valueAt(changed, ["target", "monitoring", "service"]);
  run.observations.record("createdValues", `a PATCH shows ${shown(service)}`, service === "second");
  await deleteAndCheck(run, destinations, destination.id);
}

/** Records how a response shows a secret that was sent. */
function recordSecret({ observations }: Run, value: unknown): void {
  const option = secretOption(value);
  observations.record("secrets", secretTexts[option]);
  observations.setOption("secrets", option);
}

function secretOption(value: unknown): OptionValues["secrets"] {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  return value === API_KEY ? "plain" : "masked";
}

const secretTexts: Readonly<Record<OptionValues["secrets"], string>> = {
  plain: "as sent",
  masked: "another text",
  null: "null",
  absent: "absent",
};

function recordTarget({ observations }: Run, { target }: Values): void {
  const members = Object.entries(isObject(target) ? target : {});
  const set = members.filter(([, value]) => value !== null).map(([name]) => name);
  const isAsStated = set.length === 1 && set[0] === "monitoring";
  observations.record("targetMembers", `set: ${set.join(", ") || "none"}`, isAsStated);
}
