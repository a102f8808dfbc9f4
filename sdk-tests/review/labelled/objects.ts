import { type Args, audit, ca, component, ingress, keys, logs, type Pair, policy, resource } from "../declared";
import { type Label, renamed, risky, withOptions } from "./label";

const replaced = { replaceOnChanges: ["metadata"] };
const managed = (args: Args = {}) => ingress({ certificateManagementPolicy: policy, ...args });
const stream = (roleArn: string, streamArn = "stream") => ({ dataStream: { streamArn, auth: { role: { roleArn } } } });
const monitoring = (args: Args = {}) => ({ monitoring: { apiKey: "canary-api-key", site: "eu", ...args } });
const described = (args: Args) =>
  resource("EventDestination", "audit")({ format: "json", target: logs("logs"), ...args });
const events = (before: Args, after: Args): Pair => [[audit(before)], [audit(after)]];

const LOST = "Agents no longer reach the addresses of the deleted ingress.";
const KEY = "The private key is lost, and no host trusts the new one.";
const UNBOUND = "A new destination applies to nothing until somebody associates it with a subscription.";

/** Ingresses, authorities and destinations: what is lost, and who gets the events. */
export const objects: readonly Label[] = [
  risky("ingress-domain-below", "high", LOST, [[ingress()], [ingress({ domain: "agents.DOMAIN" })]]),
  risky("ingress-renamed", "high", LOST, [[managed()], [renamed(managed(), "addresses")]]),
  risky("ingress-replaced-for-metadata", "high", LOST, [
    [withOptions(managed({ metadata: "1" }), replaced)],
    [withOptions(managed({ metadata: "2" }), replaced)],
  ]),
  risky("ingress-deleted-before-replace", "high", LOST, [
    [ingress()],
    [withOptions(ingress({ domain: "agents.DOMAIN" }), { deleteBeforeReplace: true })],
  ]),
  risky(
    "ingress-other-authority",
    "medium",
    "The service supports one authority, so certificates may not be renewed.",
    [[managed()], [managed({ certificateManagementPolicy: { authority: "other" } })]],
  ),
  risky("ingress-certificates-off-described", "high", "Certificates are no longer renewed.", [
    [managed()],
    [ingress({ description: "managed certificates" })],
  ]),
  risky("authority-other-type", "high", KEY, [[ca({ privateKeyType: "rsa" })], [ca({ privateKeyType: "ed25519" })]]),
  risky("authority-type-dropped", "high", KEY, [[ca({ privateKeyType: "ed25519" })], [ca({})]]),
  risky("authority-other-curve", "high", KEY, [
    [ca({ privateKeyType: "ecdsa", ellipticCurve: "nistp256" })],
    [ca({ privateKeyType: "ecdsa", ellipticCurve: "nistp384" })],
  ]),
  risky("authority-renamed", "high", KEY, [[ca({})], [renamed(ca({}), "servers")]]),
  risky("authority-replaced-for-metadata", "high", KEY, [
    [withOptions(ca({ metadata: "1" }), replaced)],
    [withOptions(ca({ metadata: "2" }), replaced)],
  ]),
  risky("authority-into-component", "high", KEY, [
    [ca({})],
    [component, withOptions(ca({}), { parent: { $resource: "group" } })],
  ]),
  risky("destination-renamed", "high", UNBOUND, [[audit(logs("logs"))], [audit(logs("logs"), "events")]]),
  risky("destination-replaced-for-metadata", "high", UNBOUND, [
    [withOptions(described({ metadata: "1" }), replaced)],
    [withOptions(described({ metadata: "2" }), replaced)],
  ]),
  risky("destination-into-component", "high", UNBOUND, [
    [audit(logs("logs"))],
    [component, withOptions(audit(logs("logs")), { parent: { $resource: "group" } })],
  ]),
  risky(
    "events-to-other-stream",
    "medium",
    "Whoever reads the other stream gets the events.",
    events(stream("role"), stream("role", "other")),
  ),
  risky("events-to-other-kind", "medium", "Another system gets the events.", events(stream("role"), logs("logs"))),
  risky(
    "events-to-vendor",
    "medium",
    "The events leave the cloud account for a vendor.",
    events(logs("logs"), monitoring()),
  ),
  risky(
    "events-by-other-role",
    "medium",
    "The other role may belong to another account, or may not be allowed to write.",
    events(stream("role"), stream("other")),
  ),
  risky(
    "events-by-long-term-keys",
    "medium",
    "Long-term keys replace a role, and say which account is written to.",
    events(logs("logs"), keys("canary-key")),
  ),
  risky(
    "events-by-other-account",
    "medium",
    "The other key may belong to another account, which gets the events.",
    events(
      {
        cloudLogs: {
          logGroupArn: "logs",
          auth: { creds: { cloudAccessKeyId: "key", cloudSecretAccessKey: "canary-1" } },
        },
      },
      {
        cloudLogs: {
          logGroupArn: "logs",
          auth: { creds: { cloudAccessKeyId: "other", cloudSecretAccessKey: "canary-2" } },
        },
      },
    ),
  ),
  risky(
    "events-to-other-site",
    "medium",
    "The events leave the region, with the key.",
    events(monitoring(), monitoring({ site: "us" })),
  ),
  risky(
    "events-to-hidden-site",
    "medium",
    "Where the events go is not shown.",
    events(monitoring(), monitoring({ site: { $secret: "canary-us" } })),
  ),
  risky("events-to-unknown-group", "medium", "Where the events go is not known until apply.", [
    [audit(logs("logs"))],
    [audit({ cloudLogs: { logGroupArn: { $uri: "agents" }, auth: { role: { roleArn: "role" } } } }), ingress()],
  ]),
];
