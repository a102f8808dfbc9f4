import { expect } from "vitest";
import type { Emulator } from "../../src/emulator";
import { members } from "../emulator/client";
import { type Program, sourceProgram } from "../support/program";
import { failureText, withStack } from "../support/stack";

/** Lookups in programs of the real engine. */

// Stack config goes before the environment, as for resources.
const it = withStack(
  { apiKeys: { "canary-key-dev": "dev", "canary-key-prod": "prod" } },
  { EDGE_INGRESS_API_KEY: "canary-wrong-key" },
);
let shared: string;
let audit: string;

it.beforeAll(async ({ emulator, stack }) => {
  const make = async (path: string, body: object) =>
    String((await members(emulator, "POST", path, body)).id);
  shared = await make("/agent_ingresses", {
    domain: "shared.example.com",
    description: "of the platform",
  });
  const monitoring = { api_key: "canary-of-monitoring", tags: null, service: null, site: "eu" };
  const target = { delivery_stream: null, data_stream: null, cloud_logs: null, monitoring };
  audit = await make("/event_destinations", { format: "json", target });
  await stack.setConfig("edge-ingress:baseUrl", emulator.url);
  await stack.setConfig("edge-ingress:apiKey", "canary-key-dev", true);
  await stack.setConfig("edge-ingress:prodKey", "canary-key-prod", true);
});

it.beforeEach(({ emulator }) => emulator.clearRequests());

const requestsTo = (emulator: Emulator) =>
  emulator.requests().map(({ method, path }) => `${method} ${path}`);

/**
 * Resources whose arguments are results of both forms of lookups, for existing objects and for an object that the
 * program creates.
 */
const program = () =>
  sourceProgram(
    async ({ edge }, { shared, audit }) => {
      const {
        getAgentIngress,
        getAgentIngressOutput,
        getEventDestination,
        getEventDestinationOutput,
      } = edge;
      const { listAgentIngresses, listAgentIngressesOutput, listEventDestinations } = edge;
      const { AgentIngress, EventDestination, SshCertificateAuthority } = edge;
      const found = await getAgentIngress({ id: shared });
      const { target } = await getEventDestination({ id: audit });
      const all = await listAgentIngresses();
      const copied = target.monitoring ?? { apiKey: "none", site: "none" };
      new EventDestination("copy", {
        format: "json",
        target: { monitoring: { apiKey: copied.apiKey ?? "", site: copied.site } },
      });
      const own = new AgentIngress("own", { domain: `own.${found.domain}` });
      const again = getAgentIngressOutput({ id: own.id });
      new SshCertificateAuthority("named", {
        description: again.domain,
        metadata: found.description,
      });
      return {
        wasThere: all.some(({ id }) => id === shared),
        nsTargets: again.nsTargets,
        count: listAgentIngressesOutput().apply(({ length }) => length > 0),
        wholly: getEventDestinationOutput({ id: audit }),
        listed: (await listEventDestinations()).map(
          ({ target: { monitoring } }) => monitoring?.apiKey,
        ),
      };
    },
    { shared, audit },
  );

it("a lookup reads an existing object in a preview, and sends nothing for an id that is known only in an apply", async ({
  emulator,
  stack,
}) => {
  const { steps } = await stack.preview(program());
  expect(steps.map(({ op, name }) => `${op} ${name}`).sort()).toEqual([
    "create copy",
    "create named",
    "create own",
  ]);
  expect(requestsTo(emulator).sort()).toEqual([
    "GET /agent_ingresses",
    "GET /agent_ingresses",
    `GET /agent_ingresses/${shared}`,
    "GET /event_destinations",
    `GET /event_destinations/${audit}`,
    `GET /event_destinations/${audit}`,
  ]);
});

it("resources and outputs can use the result of a lookup, whose secrets are encrypted and never shown", async ({
  emulator,
  stack,
}) => {
  await stack.up(program());
  const bodies = emulator.objects().map(({ body }) => body);
  expect(bodies).toContainEqual(
    expect.objectContaining({ description: "own.shared.example.com", metadata: "of the platform" }),
  );
  const keys = bodies
    .filter(({ format }) => format === "json")
    .map(({ target }) => JSON.stringify(target));
  expect(keys.filter((text) => text.includes("canary-of-monitoring"))).toHaveLength(2);
  const { wasThere, nsTargets, count, wholly, listed } = await stack.outputs();
  expect([wasThere, count].map((output) => output?.value)).toEqual([true, true]);
  expect(nsTargets?.value).toHaveLength(4);
  expect(listed?.value).toEqual(["canary-of-monitoring"]);
  expect(wholly?.value).toMatchObject({ id: audit, format: "json" });
  expect([wholly, nsTargets].map((output) => output?.secret)).toEqual([true, false]);
  expect(`${await stack.written()}${stack.printed}`).not.toContain("canary-");
  expect((await stack.preview(program())).steps).toEqual([]);
});

it("a lookup reads the account of its provider, or of the provider of a component", async ({
  emulator,
  stack,
}) => {
  const counting = sourceProgram(async ({ edge, pulumi }) => {
    const prod = new edge.Provider("prod", {
      apiKey: new pulumi.Config("edge-ingress").requireSecret("prodKey"),
    });
    const component = new pulumi.ComponentResource(
      "test:index:Component",
      "component",
      {},
      { provider: prod },
    );
    const explicit = await edge.listAgentIngresses({ provider: prod });
    const inherited = await edge.listAgentIngresses({ parent: component });
    const own = await edge.listAgentIngresses();
    const later = edge.listAgentIngressesOutput({ provider: prod }).length;
    return {
      counts: pulumi.interpolate`given ${explicit.length}, inherited ${inherited.length}, own ${own.length}, later ${later}`,
    };
  }, {});
  const own = emulator
    .objects()
    .filter(({ account, kind }) => account === "dev" && kind === "agent_ingress").length;
  expect(own).toBeGreaterThan(0);
  expect((await stack.preview(counting)).text).toMatch(
    new RegExp(`counts\\s*: "given 0, inherited 0, own ${own}, later 0"`),
  );
  const accounts = emulator.requests().map(({ account }) => account);
  expect(accounts.sort()).toEqual(["dev", "prod", "prod", "prod"]);
});

it.for<[message: string, program: (ids: { readonly shared: string }) => Program]>([
  [
    "getAgentIngress: there is no AgentIngress with the id [secret]; check the id",
    () =>
      sourceProgram(
        ({ edge, pulumi }) => ({
          out: edge.getAgentIngressOutput({ id: pulumi.secret("canary-id") }),
        }),
        {},
      ),
  ],
  [
    "listAgentIngresses: a setting of its provider is only known after an apply: use the form with …Output",
    () =>
      sourceProgram(async ({ edge }) => {
        const { uri } = new edge.AgentIngress("unborn", { domain: "unborn.example.com" });
        await edge.listAgentIngresses({ provider: new edge.Provider("later", { apiKey: uri }) });
      }, {}),
  ],
  [
    'the API key is not accepted: it came from the argument apiKey of Provider "wrong"',
    (ids) =>
      sourceProgram(async ({ edge, pulumi }, { shared }) => {
        const provider = new edge.Provider("wrong", { apiKey: pulumi.output("canary-mine") });
        await edge.getAgentIngress({ id: shared }, { provider });
      }, ids),
  ],
])(
  "a failed lookup fails the program, and shows no key and no secret id: %s",
  async ([message, failing], { stack }) => {
    expect(await failureText(stack.preview(failing({ shared })))).toContain(message);
    expect(stack.printed).not.toContain("canary-");
  },
);
