import { isSet } from "../../core/schema/values";
import {
  deletedArguments,
  replacedArguments,
  stayingArguments,
  textChange,
} from "../change/select";
import { hiddenAt, textAt, valueAt } from "../ingress/arguments";
import { SECRET } from "../ingress/value";
import { at, rule } from "./rule";

/** The rules of agent ingresses, their domains and their certificates. */

const CERTIFICATE_POLICY = "certificateManagementPolicy";

export const agentIngressRules = [
  rule({
    id: "ingress-replaced",
    severity: "high",
    title: "An agent ingress is replaced",
    why: "Agents connect to addresses below its domain. The addresses of the old object are deleted with it.",
    fix: "Set the NS records of the domain to the new `nsTargets`, and move the agents to the new addresses.",
    messages: {
      found:
        "is replaced ({domain} before): agents lose their addresses until the NS records of the domain are updated",
    },
    example: {
      before: { AgentIngress: { domain: "connect.acme.com" } },
      after: { AgentIngress: { domain: "connect.acme.dev" } },
    },
    *find(change) {
      const args = replacedArguments(change, "agentIngress");
      if (!args) return;
      // The program may have just marked the domain as a secret, so that it must not be shown as it was before, either.
      const isNowSecret = hiddenAt(args.after, "domain") === SECRET;
      const domainBefore = isNowSecret ? undefined : textAt(args.before, "domain");
      yield at(args.after, "domain", "found", { domain: domainBefore ?? "a secret domain" });
    },
  }),
  rule({
    id: "ingress-deleted",
    severity: "high",
    title: "An agent ingress is deleted",
    why: "Agents that connect to it lose their addresses.",
    fix: "Move the agents to another ingress first.",
    messages: { found: "is deleted: agents lose their addresses" },
    example: {
      before: { AgentIngress: { domain: "connect.acme.com" } },
    },
    *find(change) {
      const args = deletedArguments(change, "agentIngress");
      if (args) yield at(args, "", "found");
    },
  }),
  rule({
    id: "certificates-unmanaged",
    severity: "high",
    title: "Certificates are no longer renewed",
    why: "Connections fail when the current certificate expires.",
    fix: "Keep `certificateManagementPolicy`, unless you provide your own certificates.",
    messages: { found: "its certificates are no longer renewed" },
    example: {
      before: {
        AgentIngress: {
          domain: "connect.acme.com",
          certificateManagementPolicy: { authority: "letsencrypt" },
        },
      },
      after: { AgentIngress: { domain: "connect.acme.com" } },
    },
    *find(change) {
      // The certificates of an ingress that replaces another are not renewed, either.
      const args = stayingArguments(change, "agentIngress");
      if (!args) return;
      const wasStated = isSet(valueAt(args.before, CERTIFICATE_POLICY));
      const isStated = isSet(valueAt(args.after, CERTIFICATE_POLICY));
      if (wasStated && !isStated) yield at(args.after, CERTIFICATE_POLICY, "found");
    },
  }),
  rule({
    id: "certificate-authority-changed",
    severity: "medium",
    title: "Certificates come from another authority",
    why: "The service supports one authority: with another name, certificates may not be renewed.",
    fix: "Check that the service supports the authority, and that no client pins the old authority.",
    messages: { found: "its certificates are requested from another authority" },
    example: {
      before: {
        AgentIngress: {
          domain: "connect.acme.com",
          certificateManagementPolicy: { authority: "letsencrypt" },
        },
      },
      after: {
        AgentIngress: {
          domain: "connect.acme.com",
          certificateManagementPolicy: { authority: "other" },
        },
      },
    },
    *find(change) {
      const args = stayingArguments(change, "agentIngress");
      // `ingress-replaced` finds an ingress that replaces another, and requests its first certificate.
      if (!args || change.isReplaced) return;
      if (textChange(args, `${CERTIFICATE_POLICY}.authority`))
        yield at(args.after, `${CERTIFICATE_POLICY}.authority`, "found");
    },
  }),
];
