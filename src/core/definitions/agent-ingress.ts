import type { Input } from "@pulumi/pulumi";
import { fields, nested } from "../schema/row-types";
import { domain, object, oneOf, set, string } from "../schema/rows";
import { accountFields, type DescribedArgs, type LocatedOutputs } from "./common";
import { collection } from "./define";

/** Automatic management of an ingress's certificates (API reference: AgentIngressCertPolicy). */
export interface AgentIngressCertPolicyArgs {
  /**
   * The certificate authority to request certificates from. The service supports exactly one value, and the provider passes any
   * text on; `letsencrypt` in examples is an assumption. Required.
   */
  authority: Input<string>;
  /**
   * Type of the certificates' private keys. Default: `rsa`.
   *
   * - `rsa`: RSA keys.
   * - `ecdsa`: ECDSA keys, on an elliptic curve.
   */
  privateKeyType?: Input<"rsa" | "ecdsa" | undefined>;
}

/** Arguments of an `AgentIngress`. */
export interface AgentIngressArgs extends DescribedArgs {
  /**
   * A domain that you own, the base name of the regional domains. Letter case and a trailing dot make no difference.
   * A scheme, a port, a path and white space are refused. Required. Forces replacement.
   */
  domain: Input<string>;
  /** Automatic management of certificates. Default: none. If you remove the argument, management is disabled. */
  certificateManagementPolicy?: Input<AgentIngressCertPolicyArgs | undefined>;
}

/** A certificate being provisioned or renewed (API reference: AgentIngressCertJob). */
export interface AgentIngressCertJob {
  /** Why provisioning is failing: `INTERNAL_ERROR` passes by itself, `DNS_ERROR` is for you to correct. */
  errorCode?: string | undefined;
  /** Description of the progress, or of the failure. */
  msg?: string | undefined;
  /** When the job started, as an RFC 3339 timestamp. */
  startedAt?: string | undefined;
  /** When it is tried again, as an RFC 3339 timestamp. */
  retriesAt?: string | undefined;
}

/** State of the managed certificate (API reference: AgentIngressCertStatus). */
export interface AgentIngressCertStatus {
  /** When the next renewal is requested, as an RFC 3339 timestamp. */
  renewsAt?: string | undefined;
  /** The job under way, absent when there is none. */
  provisioningJob?: AgentIngressCertJob | undefined;
}

/** Read-only outputs of an `AgentIngress`. */
export interface AgentIngressOutputs extends LocatedOutputs {
  /** Values for the NS records of `domain`, which delegate its control to the service. */
  nsTargets: string[];
  /** The regional subdomains of `domain` that agents connect to. The service may add some over time. */
  regionDomains: string[];
  /** State of the managed certificate, absent when management is disabled. */
  certificateManagementStatus?: AgentIngressCertStatus | undefined;
}

const policy = nested<AgentIngressCertPolicyArgs>()({
  authority: string({ required: true, equalUpTo: "letterCase" }),
  privateKeyType: oneOf(["rsa", "ecdsa"], { default: "rsa" }),
});

const text = string();

const job = nested<AgentIngressCertJob>()({
  errorCode: text,
  msg: text,
  startedAt: text,
  retriesAt: text,
});

const status = nested<AgentIngressCertStatus>()({ renewsAt: text, provisioningJob: object(job) });

/** A set of addresses that agents connect to (API reference: Agent Ingress). */
export const agentIngress = collection({
  type: "AgentIngress",
  title: "Agent Ingress",
  path: "/agent_ingresses/{id}",
  member: "ingresses",
  plural: "AgentIngresses",
  identity: ["domain"],
  fields: fields<AgentIngressArgs, AgentIngressOutputs>()({
    ...accountFields,
    domain: domain({ required: true, createOnly: true }),
    certificateManagementPolicy: object(policy),
    certificateManagementStatus: object(status, {
      output: true,
      // The service's own words in it may name the domain and the authority.
      repeats: ["domain", "certificateManagementPolicy"],
    }),
    nsTargets: set({ output: true, repeats: ["domain"] }),
    regionDomains: set({ output: true, repeats: ["domain"] }),
  }),
});
