import {
  ComponentResource,
  type ComponentResourceOptions,
  type Input,
  type Output,
} from "@pulumi/pulumi";
import { AgentIngress, HttpsEdgeRoute, HttpsEdgeTlsTermination } from "pulumi-edge-ingress";

/** The differences between regions. */
export interface RegionArgs {
  /** Domain below which agents connect. */
  domain: string;
  edgeId: string;
  siteBackend: string;
  adminBackend: string;
}

/** The login of the administration. */
export interface LoginArgs {
  clientId: Input<string>;
  clientSecret: Input<string>;
  /** Organization whose members may sign in. */
  organization: Input<string>;
}

/** The differences between stages and regions. Everything else is the same in all of them. */
export interface IngressStackArgs extends RegionArgs {
  login: LoginArgs;
  /** True if Pulumi refuses to delete or replace the domain, which agents use. */
  protect: boolean;
}

/** The ingress of one region in one stage: a domain for agents, the site, and its administration behind a login. */
export class IngressStack extends ComponentResource {
  /** NS records to set at the registrar of the domain. */
  readonly nsRecords: Output<string[]>;
  /** Domains that agents connect to. */
  readonly agentDomains: Output<string[]>;
  /** Ids of the routes. */
  readonly routes: { readonly site: Output<string>; readonly admin: Output<string> };

  constructor(name: string, args: IngressStackArgs, opts?: ComponentResourceOptions) {
    super("example:ingress:IngressStack", name, {}, opts);
    const { edgeId, login, protect } = args;
    // The names of the children begin with the name of the component, so that a program can use the component twice.
    const agents = new AgentIngress(
      `${name}-agents`,
      { domain: args.domain, certificateManagementPolicy: { authority: "letsencrypt" } },
      { parent: this, protect },
    );
    new HttpsEdgeTlsTermination(`${name}-tls`, { edgeId, minVersion: "1.2" }, { parent: this });
    const site = new HttpsEdgeRoute(
      `${name}-site`,
      {
        edgeId,
        matchType: "path_prefix",
        match: "/",
        backend: { backendId: args.siteBackend },
        compression: {},
      },
      { parent: this },
    );
    const admin = new HttpsEdgeRoute(
      `${name}-admin`,
      {
        edgeId,
        matchType: "path_prefix",
        match: "/admin",
        backend: { backendId: args.adminBackend },
        oauth: {
          provider: {
            provider1: {
              clientId: login.clientId,
              clientSecret: login.clientSecret,
              organizations: [login.organization],
            },
          },
          maximumDuration: 28800,
        },
      },
      { parent: this },
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
