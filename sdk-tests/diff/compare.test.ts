import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isObject, type Values } from "../../src/core/schema/values";
import { compare, type StackDifference } from "../../src/insight/diff/compare";
import { readExport } from "../../src/insight/engine/export";
import { cases } from "../cases";
import { readEntries, replaced } from "../support/data";
import { edited, exported, secretOf } from "./exports";

/** Returns the differences between two exports, in short form. */
const differences = (a: string, b: string): string[] =>
  compare(readExport("a", a), readExport("b", b)).differences.map(inShort);

function inShort(difference: StackDifference): string {
  const { name } = difference.resource;
  switch (difference.kind) {
    case "resource":
      return `${name} only in ${difference.in}`;
    case "unsettled":
      return `${name} ${JSON.stringify(difference.reasons)}`;
    case "unknown":
      return `${name} ${difference.path} encrypted in ${difference.encryptedIn.join(" and ")}`;
    case "argument":
      return `${name} ${difference.path} ${JSON.stringify(difference.a)} ${JSON.stringify(difference.b)}`;
  }
}

const dev = exported("dev.decrypted");
const prod = exported("prod.decrypted");

const ofDevAndProd = [
  "debug only in a",
  'main-api backend.backendId "bkdhr_dev" "bkdhr_prod"',
  "main-api compression {} undefined",
  'main-api requestHeaders.add "[secret]" "[secret]"',
  'main-api oauth.provider.provider1.clientSecret "[secret]" "[secret]"',
  'main-api oauth.provider.provider1.organizations ["acme","contractors"] ["acme"]',
  'main-api edgeId "edghts_dev" "edghts_prod"',
  'tokens audience.allowList [{"value":"dev"}] [{"value":"prod"}]',
  'tls edgeId "edghts_dev" "edghts_prod"',
  'tls minVersion "1.2" "1.3"',
];

describe("two exports of one program", () => {
  it("differ where the program made a difference, and not in ids, order, spelling or names after the stack", () => {
    expect(differences(dev, prod)).toEqual(ofDevAndProd);
  });

  it("have the same differences the other way round", () => {
    expect(differences(prod, dev)).toHaveLength(ofDevAndProd.length);
    expect(differences(prod, dev)).toContain("debug only in b");
  });

  it.each(["dev", "dev.decrypted"] as const)("are alike if they are the same: %s", (name) => {
    expect(differences(exported(name), exported(name))).toEqual([]);
  });

  it("of which one is the plugin's already differ in nothing", () => {
    const asPlugin = dev.replaceAll("pulumi-nodejs:dynamic/edge-ingress:", "edge-ingress:index:");
    expect(asPlugin).not.toBe(dev);
    expect(differences(dev, asPlugin)).toEqual([]);
    expect(differences(asPlugin, prod)).toEqual(differences(dev, prod));
  });

  it("can differ in what is encrypted in one of them", () => {
    expect(differences(exported("dev"), dev)).toEqual([
      "audit description encrypted in a",
      "audit target.monitoring.apiKey encrypted in a",
      "main-api requestHeaders.add encrypted in a",
      "main-api oauth.provider.provider1.clientSecret encrypted in a",
    ]);
    expect(differences(exported("dev"), exported("prod"))).toContain(
      "audit description encrypted in a and b",
    );
  });
});

const values = z.record(z.string(), z.unknown());
const argument = z.strictObject({
  resource: z.string().default("debug"),
  a: values.default({}),
  b: values.default({}),
  differences: z.array(z.string()),
});
const labelled = readEntries(join(__dirname, "arguments.yaml"), "arguments", argument);

/** Returns a value of the data in the form in which the engine exports it. */
const engineValue = (value: unknown): unknown => {
  if (!isObject(value)) return value;
  if ("$encrypted" in value)
    return { ...secretOf(""), plaintext: undefined, ciphertext: value.$encrypted };
  return "$secret" in value ? secretOf(value.$secret) : value;
};

const change = (resource: string, inputs: object) =>
  edited("dev.decrypted", resource, (part) => ({ inputs: { ...part.inputs, ...inputs } }));

describe("an argument", () => {
  it.each(labelled)("%s is compared, and no secret is shown", (_, { resource, a, b, ...label }) => {
    const stated = (inputs: Values) => change(resource, replaced(inputs, engineValue) as Values);
    const shown = label.differences.map(
      (line) => `${resource} ${line.replace("SECRET", '"[secret]" "[secret]"')}`,
    );
    expect(differences(stated(a), stated(b))).toEqual(shown);
  });

  it("that was made from a resource is alike if the other stack's was made from the same one", () => {
    const moduleFrom = (name: "dev.decrypted" | "prod.decrypted", from: string, edgeId: string) =>
      edited(name, "tls", ({ urn, inputs }) => {
        const [head] = String(urn).split("::pulumi-nodejs");
        const route = `${head}::acme:ingress:IngressStack$pulumi-nodejs:dynamic/edge-ingress:HttpsEdgeRoute::${from}`;
        return {
          inputs: { ...inputs, edgeId, minVersion: "1.2" },
          propertyDependencies: { edgeId: [route] },
        };
      });
    const tls = (a: string, b: string) =>
      differences(a, b).filter((line) => line.startsWith("tls"));
    const fromDev = moduleFrom("dev.decrypted", "main-api", "edghts_dev");
    expect(tls(fromDev, moduleFrom("prod.decrypted", "main-api", "edghts_prod"))).toEqual([]);
    expect(tls(fromDev, moduleFrom("prod.decrypted", "other", "edghts_prod"))).toHaveLength(1);
    expect(tls(fromDev, moduleFrom("prod.decrypted", "other", "edghts_dev"))).toEqual([]);
  });

  it("that repeats another argument of a resource differs if that argument differs, unless it locates the object", () => {
    const tls = "pulumi-nodejs:dynamic/edge-ingress:HttpsEdgeTlsTermination::tls";
    const auditOf = (
      name: "dev.decrypted" | "prod.decrypted",
      stack: string,
      description: string,
    ) =>
      edited(name, "audit", ({ inputs }) => ({
        inputs: { ...inputs, description },
        propertyDependencies: { description: [`urn:pulumi:${stack}::ingress::${tls}`] },
      }));
    const found = differences(
      auditOf("dev.decrypted", "dev", "1.2"),
      auditOf("prod.decrypted", "prod", "1.3"),
    );
    expect(found).toContain('audit description "[secret]" "[secret]"');
  });
});

describe("a resource", () => {
  it("belongs to one of its type and name in another component", () => {
    const moved = dev.replaceAll("acme:ingress:IngressStack$", "acme:ingress:Other$");
    expect(differences(moved, dev)).toEqual([]);
  });

  it("belongs to one of another name that is the same object, as after an alias", () => {
    const renamed = dev.replaceAll("::debug", "::other");
    expect(differences(renamed, dev)).toEqual([]);
  });

  it("belongs to none of another name or type that is another object", () => {
    const other = edited("dev.decrypted", "debug", () => ({ id: "another" })).replaceAll(
      "::debug",
      "::other",
    );
    expect(differences(other, dev)).toEqual(["debug only in b", "other only in a"]);
  });

  it("belongs to none of another name if neither has an id", () => {
    const withoutId = edited("dev.decrypted", "debug", () => ({ id: "" }));
    const renamed = withoutId.replaceAll("::debug", "::other");
    expect(differences(renamed, withoutId)).toEqual(["debug only in b", "other only in a"]);
  });

  it.each([{ external: true }, { delete: true }])(
    "is left out if it is not managed: %j",
    (members) => {
      const other = edited("dev.decrypted", "debug", () => members);
      expect(differences(other, dev)).toEqual(["debug only in b"]);
    },
  );

  it("of a type that is not known is an error", () => {
    const unknown = dev.replaceAll("edge-ingress:HttpsEdgeTlsTermination", "edge-ingress:Strange");
    expect(() => differences(unknown, unknown)).toThrow(
      "Strange tls is of a type that this version does not know",
    );
  });
});

interface Entry {
  readonly type: string;
  readonly name: string;
  readonly id?: string;
  readonly inputs: Values;
  /** The type and name of the resource from which arguments are made, by argument. */
  readonly from?: Readonly<Record<string, string>>;
}

/** Returns a stack of these resources; types may be nested in those of components. */
const stackOf = (stack: string, entries: readonly Entry[]) => {
  const urnOf = (source: string) => `urn:pulumi:${stack}::shop::${source}`;
  const resources = entries.map(({ type, name, id = `${stack}-${name}`, inputs, from = {} }) => ({
    ...{ urn: urnOf(`${type}::${name}`), type: type.split("$").at(-1), custom: true, id, inputs },
    outputs: { ...inputs, uri: `https://${stack}.example.com/${id}` },
    propertyDependencies: Object.fromEntries(
      Object.entries(from).map(([argument, source]) => [argument, [urnOf(source)]]),
    ),
  }));
  return JSON.stringify({ deployment: { resources } });
};

it.each(["prod", "eu-prod", "eu.prod"])(
  "resources whose names contain the name of their stack are paired, as with the stack %s",
  (stack) => {
    const named = (name: string) =>
      stackOf(name, [
        {
          ...{ type: "edge-ingress:index:HttpsEdgeRoute", name: `${name}-api` },
          inputs: { edgeId: "edge_0", matchType: "path_prefix", match: "/api" },
        },
      ]);
    expect(
      compare(readExport("dev", named("dev")), readExport(stack, named(stack))).differences,
    ).toEqual([]);
  },
);

describe("a reference", () => {
  const ROUTE = "edge-ingress:index:HttpsEdgeRoute";
  const [first, second] = [`acme:index:First$${ROUTE}`, `acme:index:Second$${ROUTE}`];
  const routes = (stack: string): Entry[] =>
    [first, second].map((type, index) => ({
      ...{ type, name: "api", id: `${stack}-${index}` },
      inputs: { edgeId: `edge_${index}`, matchType: "path_prefix", match: "/api" },
    }));

  it.each([true, false])(
    "to one of two resources of one name differs by their components: made from it: %s",
    (isReference) => {
      const login = (stack: string, index: number): Entry => ({
        ...{ type: "edge-ingress:index:HttpsEdgeRouteOAuth", name: "login" },
        inputs: {
          edgeId: "edge_0",
          routeId: `${stack}-${index}`,
          provider: { provider1: { organizations: ["a"] } },
        },
        ...(isReference && { from: { routeId: `${index === 0 ? first : second}::api` } }),
      });
      const withLogin = (stack: string, index: number) =>
        stackOf(stack, [...routes(stack), login(stack, index)]);
      expect(differences(withLogin("dev", 0), withLogin("prod", 0))).toEqual([]);
      expect(differences(withLogin("dev", 0), withLogin("prod", 1))).toEqual([
        'login routeId "dev-0" "prod-1"',
      ]);
    },
  );

  const described = (stack: string, id: string, description: string) => {
    const inputs = { edgeId: "edge_0", matchType: "path_prefix", match: "/api", description };
    return stackOf(stack, [{ type: ROUTE, name: "api", id, inputs }]);
  };

  it.each([
    ["a", "b", "a plan of acme", "b plan of bcme"],
    ["1", "2", "10 requests", "20 requests"],
    ["a", "b", "a.example.com", "b.example.com"],
    ["a-1", "a-2", "x-a-1", "x-a-2"],
  ])("to an id %s is not what only contains the id", (idBefore, idAfter, a, b) => {
    expect(differences(described("dev", idBefore, a), described("prod", idAfter, b))).toEqual([
      `api description ${JSON.stringify(a)} ${JSON.stringify(b)}`,
    ]);
  });

  it.each(["ID", "see ID, or /ID.", "at https://STACK.example.com/ID now"])(
    "by an id as a word is alike: %s",
    (text) => {
      const of = (stack: string, id: string) =>
        described(stack, id, text.replaceAll("ID", id).replace("STACK", stack));
      expect(differences(of("dev", "edghtsrt_1"), of("prod", "edghtsrt_2"))).toEqual([]);
    },
  );
});

describe("a resource whose state does not show what is on the server", () => {
  const pending = edited("dev.decrypted", "debug", () => ({ pendingReplacement: true }));
  const failed = edited("dev.decrypted", "debug", () => ({ initErrors: ["canary"] }));
  const whole = JSON.parse(dev);
  const debug = whole.deployment.resources.find(({ urn }: { urn: string }) =>
    urn.endsWith("::debug"),
  );
  const added = { ...debug, urn: debug.urn.replace("::debug", "::new") };
  const withOperation = (type: string, resource: object) =>
    JSON.stringify({
      ...whole,
      deployment: { ...whole.deployment, pending_operations: [{ type, resource }] },
    });

  it.each([
    {
      title: "is not alike if it waits for its replacement",
      stack: pending,
      difference: 'debug {"a":"is deleted, and not yet replaced"}',
    },
    {
      title: "is not alike if it was left unfinished",
      stack: failed,
      difference: 'debug {"a":"was left unfinished"}',
    },
    {
      title: "is not alike if it was being updated",
      stack: withOperation("updating", debug),
      difference: 'debug {"a":"was interrupted: updating"}',
    },
    {
      title: "is not alike if it was being created",
      stack: withOperation("creating", added),
      difference: 'new {"a":"was interrupted: creating","b":"missing"}',
    },
  ])("$title", ({ stack, difference }) => {
    expect(differences(stack, dev)).toEqual([difference]);
    const { a, b } = JSON.parse(difference.slice(difference.indexOf("{")));
    const reversed = JSON.stringify({ a: b, b: a });
    expect(differences(dev, stack)).toEqual([`${difference.split(" ")[0]} ${reversed}`]);
  });

  it("is compared if it was only being read", () => {
    expect(differences(withOperation("reading", debug), dev)).toEqual([]);
  });
});

describe("resources of every type", () => {
  const everyType = (stage: "whole" | "minimal", stack: string) =>
    stackOf(
      stack,
      cases.map(({ type, whole, life }) => ({
        ...{ type: `pulumi-nodejs:dynamic/edge-ingress:${type}`, name: type },
        inputs: { ...(stage === "whole" ? whole : life.minimal).args },
      })),
    );

  it.each(["whole", "minimal"] as const)("are alike with the same arguments: %s", (stage) => {
    expect(differences(everyType(stage, "one"), everyType(stage, "other"))).toEqual([]);
  });

  it("are shown without any secret, even if it is plaintext", () => {
    const secrets = cases.flatMap((testCase) => testCase.secrets);
    const found = differences(everyType("whole", "one"), everyType("minimal", "other")).join("\n");
    expect(secrets.length).toBeGreaterThan(5);
    expect(found).toContain("[secret]");
    expect(secrets.filter((secret) => found.includes(secret))).toEqual([]);
  });
});
