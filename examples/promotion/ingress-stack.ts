import {
  ComponentResource,
  type ComponentResourceOptions,
  type Input,
  type Output,
} from "@pulumi/pulumi";
import { AgentIngress, HttpsEdgeRoute, HttpsEdgeTlsTermination } from "pulumi-edge-ingress";

/** How people sign in. */
export interface LoginArgs {
  /** `provider1`, where members of the organization may sign in, or `provider3`, where users with an e-mail address of the domain may. */
  provider: "provider1" | "provider3";
  clientId: Input<string>;
  clientSecret: Input<string>;
  organization: Input<string>;
  emailDomain: Input<string>;
}

/** What differs from stage to stage. All else is in the component, and the same everywhere. */
export interface IngressStackArgs {
  /** A domain of ours, below which agents connect. */
  domain: Input<string>;
  /** The authority that issues the certificates of its regional domains. */
  authority: Input<string>;
  edgeId: Input<string>;
  siteBackend: Input<string>;
  adminBackend: Input<string>;
  login: LoginArgs;
}

/** The ingress of one stage: where agents connect, the site, and its administration behind a login. */
export class IngressStack extends ComponentResource {
  /** NS records to set at the registrar of the domain. */
  readonly nsRecords: Output<string[]>;
  /** Domains that agents connect to. */
  readonly agentDomains: Output<string[]>;
  /** Ids of the routes. */
  readonly routes: { readonly site: Output<string>; readonly admin: Output<string> };

  constructor(name: string, args: IngressStackArgs, opts?: ComponentResourceOptions) {
    super("example:ingress:IngressStack", name, {}, opts);
    const inside = { parent: this };
    const { edgeId } = args;

    const agents = new AgentIngress(
      "agents",
      {
        domain: args.domain,
        certificateManagementPolicy: { authority: args.authority, privateKeyType: "ecdsa" },
      },
      inside,
    );
    new HttpsEdgeTlsTermination("tls", { edgeId, minVersion: "1.2" }, inside);
    const site = new HttpsEdgeRoute(
      "site",
      {
        edgeId,
        matchType: "path_prefix",
        match: "/",
        backend: { backendId: args.siteBackend },
        compression: {},
      },
      inside,
    );
    const admin = new HttpsEdgeRoute(
      "admin",
      {
        edgeId,
        matchType: "path_prefix",
        match: "/admin",
        backend: { backendId: args.adminBackend },
        oauth: { provider: providerOf(args.login), maximumDuration: 28800 },
      },
      inside,
    );

    this.nsRecords = agents.nsTargets;
    this.agentDomains = agents.regionDomains;
    this.routes = { site: site.id, admin: admin.id };
    this.registerOutputs({
      nsRecords: this.nsRecords,
      agentDomains: this.agentDomains,
      routes: this.routes,
    });
  }
}

function providerOf({ provider, clientId, clientSecret, organization, emailDomain }: LoginArgs) {
  const application = { clientId, clientSecret };
  return provider === "provider1"
    ? { provider1: { ...application, organizations: [organization] } }
    : { provider3: { ...application, emailDomains: [emailDomain] } };
}
