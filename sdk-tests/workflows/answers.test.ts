import type { SshCertificateAuthorityArgs } from "pulumi-edge-ingress";
import { expect } from "vitest";
import type { Emulator } from "../../src/emulator";
import { newRoute, send } from "../emulator/client";
import {
  AgentIngress,
  declaring,
  EventDestination,
  HttpsEdgeRoute,
  HttpsEdgeRouteWebsocketTcpConverter,
  HttpsEdgeTlsTermination,
  SshCertificateAuthority,
  secret,
} from "../support/program";
import { failureText, withStack } from "../support/stack";

/** Tests of responses that differ in form from the values in the program. */

const apiKey = "canary-monitoring-key-a81f";

const program = async () => {
  const ingress = new AgentIngress("ingress", {
    domain: "Connect.Example.com.",
    certificateManagementPolicy: { authority: "letsencrypt" },
  });
  const authority = new SshCertificateAuthority("authority", { privateKeyType: "rsa" });
  const destination = new EventDestination("destination", {
    format: "json",
    target: { monitoring: { apiKey } },
  });
  return {
    ns: ingress.nsTargets,
    renewsAt: ingress.certificateManagementStatus,
    key: authority.publicKey,
    at: destination.uri,
  };
};

const objectOf = (emulator: Emulator, kind: string) => {
  const object = emulator.objects().find((candidate) => candidate.kind === kind);
  if (!object) throw new Error(`no ${kind} on the server`);
  return object;
};

const ingressId = (emulator: Emulator) => String(objectOf(emulator, "agent_ingress").body.id);

const it = withStack();

it.beforeAll(({ stack }) => stack.up(program));

it("read-only fields are outputs", async ({ emulator, stack }) => {
  const { ns, renewsAt, key, at } = await stack.outputs();
  expect(ns?.value).toEqual(objectOf(emulator, "agent_ingress").body.ns_targets);
  expect(renewsAt?.value).toEqual({ renewsAt: expect.stringMatching(/^\d{4}-/) });
  expect(key?.value).toMatch(/^ssh-rsa AAAA/);
  expect(at?.value).toBe(objectOf(emulator, "event_destination").body.uri);
});

it("the provider shows no drift for a domain in lower case, more regions, other orders and masked secrets", async ({
  emulator,
  stack,
}) => {
  const { path, body } = objectOf(emulator, "agent_ingress");
  const domains = ["us", "eu", "mars"].map((region) => `${region}.Connect.Example.com`);
  for (const secrets of ["masked", "null", "absent"] as const) {
    emulator.configure({ domainSpelling: "lower", regions: ["mars", "eu", "us"], secrets });
    emulator.edit(path, { ns_targets: (body.ns_targets as string[]).toReversed() });
    expect((await stack.refresh()).steps).toEqual([]);
  }
  expect((await stack.preview(program)).steps).toEqual([]);
  // Known domains keep their positions, for programs that use them by index.
  expect((await stack.storedOutputs()).ingress?.regionDomains).toEqual(domains);
  emulator.configure({ domainSpelling: "as-given", secrets: "plain" });
});

it("the provider warns once of a certificate that the user has to repair, with the records to set", async ({
  emulator,
  stack,
}) => {
  emulator.setCertificateJob(ingressId(emulator), {
    error_code: "DNS_ERROR",
    msg: "no NS records",
  });
  const { text, steps } = await stack.refresh();
  const [record] = objectOf(emulator, "agent_ingress").body.ns_targets as string[];
  const [, diagnostics] = text.split("Diagnostics:");
  expect(steps).toEqual([]);
  expect(
    diagnostics?.match(/warning: the certificate of Connect\.Example\.com\. cannot be issued/g),
  ).toHaveLength(1);
  expect(diagnostics).toContain(record);
  emulator.setCertificateJob(ingressId(emulator), null);
});

it("an authority is not replaced when the program states the type of its key", async ({
  stack,
}) => {
  const programWith = (args: SshCertificateAuthorityArgs) => async () => {
    await program();
    new SshCertificateAuthority("chosen-by-the-service", args);
  };
  await stack.up(programWith({}));
  expect((await stack.preview(programWith({ privateKeyType: "ed25519" }))).steps).toEqual([]);
  expect((await stack.preview(programWith({ privateKeyType: "ecdsa" }))).steps).toEqual(
    expect.arrayContaining([
      { op: "replace", name: "chosen-by-the-service", paths: ["privateKeyType"] },
    ]),
  );
});

it("lookups return the actual objects: secrets encrypted, defaults and the service's choices known", async ({
  emulator,
  stack,
}) => {
  const id = String(objectOf(emulator, "event_destination").body.id);
  const modules = {
    websocket_tcp_converter: {},
    oauth: { provider: { provider_1: {} }, auth_check_interval: 0 },
  };
  const routeId = (await newRoute(emulator, modules, "edge_1")).split("/").at(-1) ?? "";
  await send(emulator, "PUT", "/edges/https/edge_1/tls_termination", { min_version: "1.3" });
  await stack.up(async () => {
    await program();
    const found = EventDestination.get("found", id);
    return {
      uri: found.uri,
      target: found.target,
      policy: AgentIngress.get("found-ingress", ingressId(emulator)).certificateManagementPolicy,
      oauth: HttpsEdgeRoute.get("found-route", routeId, { edgeId: "edge_1" }).oauth,
      tunnel: HttpsEdgeRouteWebsocketTcpConverter.get("found-tunnel", `edge_1/${routeId}`).enabled,
      tls: HttpsEdgeTlsTermination.get("found-tls", "edge_1", { edgeId: "edge_1" }).enabled,
    };
  });
  const { uri, target, policy, oauth, tunnel, tls } = await stack.outputs();
  expect(uri?.value).toBe(objectOf(emulator, "event_destination").body.uri);
  expect(target).toMatchObject({ secret: true, value: { monitoring: { apiKey } } });
  expect(policy?.value).toEqual({ authority: "letsencrypt", privateKeyType: "rsa" });
  expect(oauth?.value).toMatchObject({
    enabled: true,
    optionsPassthrough: false,
    authCheckInterval: 0,
  });
  expect([tunnel?.value, tls?.value]).toEqual([true, true]);
  expect(await stack.written()).not.toContain(apiKey);
  expect(JSON.stringify(await stack.storedOutputs())).not.toContain("__lookUp");
  expect((await stack.refresh()).steps).toEqual([]);
});

it("the lookup of an object that does not exist fails", async ({ stack }) => {
  const lookup = stack.preview(declaring(() => SshCertificateAuthority.get("lost", "sshca_lost")));
  expect(await failureText(lookup)).toContain(
    "there is no SshCertificateAuthority with the id sshca_lost",
  );
  const nowhere = stack.preview(declaring(() => HttpsEdgeRoute.get("nowhere", "edghtsrt_1")));
  expect(await failureText(nowhere)).toContain("edgeId is required to look up an HttpsEdgeRoute");
});

it("arguments may be whole objects and secrets that are outputs of other resources", async ({
  stack,
}) => {
  const { text } = await stack.preview(async () => {
    const target = secret({ monitoring: { apiKey: "canary-other", service: undefined } });
    new EventDestination("destination", { format: "json", target, description: undefined });
  });
  expect(text).toContain("EventDestination: (update)");
  expect(stack.printed).not.toContain("canary-other");
});

it("the message shows the service's reason for a refusal, without a secret of the table, the key, or a value that the program has marked", async ({
  emulator,
  stack,
}) => {
  const marked = "canary-marked-7d1e";
  const msg = `description ${marked} of key ${emulator.apiKey} and ${apiKey}: authority must be letsencrypt`;
  emulator.addFault({ method: "PATCH", status: 400, body: { msg }, times: "always" });
  const message = await failureText(
    stack.up(async () => {
      const target = { monitoring: { apiKey, site: "eu" } };
      new EventDestination("destination", { format: "json", target, description: secret(marked) });
    }),
  );
  emulator.clearFaults();
  expect(message).toMatch(
    /PATCH \/event_destinations\/\w+ answered 400 \(request [\w-]+\): "description \[secret\] of key \[secret\] and \[secret\]: authority must be letsencrypt"; the service refused/,
  );
  for (const secret of [marked, apiKey, emulator.apiKey])
    expect(stack.printed + (await stack.written())).not.toContain(secret);
});
