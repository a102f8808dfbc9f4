import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { AccountObject } from "../../src/account/account";
import * as definitions from "../../src/core/definitions";
import { sshCertificateAuthority } from "../../src/core/definitions/ssh-certificate-authority";
import { camelCase } from "../../src/core/schema/case";
import type { Definition } from "../../src/core/schema/definition";
import { withUnknownSecrets } from "../../src/core/schema/secrets";
import type { Values } from "../../src/core/schema/values";
import { importEntry } from "../../src/importing/import-entry";
import { importedProgram } from "../../src/importing/imported-program";
import { separateModules } from "../../src/importing/modules";
import { objectArguments } from "../../src/importing/object-arguments";
import type { ProgramOptions } from "../../src/importing/options";
import { type Language, languages, layouts } from "../../src/importing/project";
import { projectFiles } from "../../src/importing/project-files";
import { configPath } from "../../src/importing/settings";
import { secretOf } from "../diff/exports";
import { anyObjects, accountObject as object, planOptions, sdk } from "../support/account-objects";
import { dataBeside, rows, text, values } from "../support/data";
import { expectFileSnapshot } from "../support/file-snapshot";

/** The program that objects of an account become. */

const { agentIngress, eventDestination, httpsEdgeRoute, tcpEdgeBackend } = definitions;

const plan = (objects: readonly AccountObject[], options: Partial<ProgramOptions> = {}) =>
  importedProgram(objects, planOptions("typescript", { usesTables: false, ...options }));

/** The files of the program in a language, concatenated. */
function textOf(
  objects: readonly AccountObject[],
  language: Language,
  options: Partial<ProgramOptions> = {},
): string {
  const usesTables = layouts[language].hasLoops && options.usesTables === true;
  const { parts } = importedProgram(objects, planOptions(language, { ...options, usesTables }));
  const files = layouts[language].programFiles(parts, {
    name: "test",
    isBeside: false,
    range: "^0.1.0",
    sdk,
  });
  return files.map(({ text }) => text).join("\n");
}

const asResources = (objects: readonly AccountObject[]) =>
  objects.flatMap((object) => separateModules(object, { style: "resources", managed: new Set() }));

const namesOf = (objects: readonly AccountObject[]) =>
  plan(objects).declared.map(({ resource }) => resource.name);

const ingress = (domain: string, id = `agin_${domain}`) => object(agentIngress, id, { domain });

const route = (match: string, modules: Values = {}, masked: string[] = []) =>
  object(
    httpsEdgeRoute,
    `rt_${Buffer.from(match).toString("hex")}`,
    { edgeId: "edghts_1", matchType: "path_prefix", match, ...modules },
    masked,
  );

const oauth = { provider: { provider1: {} } };

const { names, masked, losses } = dataBeside(__filename, {
  names: rows(z.array(text), z.array(text)),
  masked: rows(text, values, text, z.array(text)),
  losses: rows(z.enum(languages), z.array(text)),
});

const origin = { url: "https://api.example.com", date: "2026-10-08" };

describe("a name", () => {
  it.each(names)("comes from what the object is known by: %j", (known, expected) => {
    expect(
      namesOf(known.map((place) => (place.startsWith("/") ? route(place) : ingress(place)))),
    ).toEqual(expected);
  });

  it("stays the same if the account grows, and differs from others in more than letter case and hyphens", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 80 });
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 12 }), text, (matches, added) => {
        const objects = matches.map((match, index) => ({ ...route(match), id: `rt_${index}` }));
        const names = namesOf(objects);
        expect(
          namesOf([...objects, { ...route(added), id: "new" }]).slice(0, names.length),
        ).toEqual(names);
        const identifiers = names.map((name) => camelCase(name).toLowerCase());
        expect(new Set(identifiers).size).toBe(names.length);
        expect(names.filter((name) => !/^[a-z][a-z\d-]*$/.test(name))).toEqual([]);
      }),
    );
  });

  it("that an object has already is kept", () => {
    const existingNames = new Map([["AgentIngress agin_a.example.com", "agents"]]);
    expect(plan([ingress("a.example.com")], { existingNames }).declared[0]?.resource.name).toBe(
      "agents",
    );
  });
});

describe("the name of an object that another one has", () => {
  it("also contains what differs: where events go, the edge, or how a route matches", () => {
    const log = (id: string, target: Values) =>
      object(eventDestination, id, { description: "Log", format: "json", target });
    const stream = { dataStream: { auth: { role: { roleArn: "r" } }, streamArn: "s" } };
    const logs = [
      log("evdst_1", stream),
      log("evdst_2", { monitoring: { apiKey: "k" } }),
      log("evdst_3", stream),
    ];
    expect(namesOf(logs)).toEqual(["log", "log-monitoring", "log-evdst-3"]);
    const api = { ...route("/api"), id: "rt_1" };
    const other = { ...api, id: "rt_2", outputs: { ...api.outputs, edgeId: "edghts_2" } };
    const exact = { ...api, id: "rt_3", outputs: { ...api.outputs, matchType: "exact_path" } };
    expect(namesOf([api, other, exact])).toEqual(["api", "api-edghts-2", "api-exact-path"]);
  });

  it("of a module contains the id of its edge only if the import has another edge with that module", () => {
    const backend = (id: string) => object(tcpEdgeBackend, id, { edgeId: id, backendId: "b" });
    expect(namesOf([backend("edgtcp_1")])).toEqual(["backend"]);
    expect(namesOf([backend("edgtcp_1"), backend("edgtcp_2")])).toEqual([
      "backend-edgtcp-1",
      "backend-edgtcp-2",
    ]);
    const tls = (definition: Definition) =>
      object(definition, "e_1", { edgeId: "e_1", certificateAuthorityIds: ["c"] });
    expect(
      namesOf([tls(definitions.httpsEdgeMutualTls), tls(definitions.tlsEdgeMutualTls)]),
    ).toEqual(["https-edge-mutual-tls", "tls-edge-mutual-tls"]);
  });
});

const audit = object(eventDestination, "evdst_1", {
  ...{ description: "Audit log", format: "json", target: { monitoring: { apiKey: "canary" } } },
  ...{
    uri: "https://api.example.com/event_destinations/evdst_1",
    createdAt: "2026-01-01T00:00:00Z",
  },
});

const whole = [
  object(agentIngress, "agin_1", {
    ...{ domain: "connect.example.com", nsTargets: ["ns1"] },
    certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "rsa" },
  }),
  audit,
  route("/api", {
    backend: { enabled: true, backendId: "bkdhr_1" },
    compression: { enabled: true },
  }),
  route("/web", { backend: { enabled: true, backendId: "bkdhr_1" } }),
];

const hosts = ["a", "b", "c", "d", "e"].map((name) => ingress(`${name}.example.com`));

/** Event destinations that are equal but for their secrets. */
const logs = ["a", "b", "c"].map((description) =>
  object(eventDestination, `evdst_${description}`, {
    ...{ description, format: "json", target: { monitoring: { apiKey: `canary-${description}` } } },
  }),
);

const xml = `<a>${"b\r\n".repeat(80)}</a>`;
const metadata = '{"team":"edge","size":{"":[1,null]}}';
const documents = [
  metadata,
  metadata.replace(":", ": "),
  '{"a":1.5}',
  "{}",
  xml,
  `${xml} `,
  xml,
].map((outputs, index) =>
  object(agentIngress, `agin_${index}`, { domain: `${index}.example.com`, metadata: outputs }),
);

const headers = {
  Authorization: "Basic canary",
  "Ocp-Apim-Subscription-Key": "canary",
  "X-Upstream": "http://web:canary@10.0.0.1",
  "x-frame-options": "DENY",
};
const withCredentials = {
  headers: { "X-Auth-Token": "canary" },
  clientSecret: "canary",
  password: 987654321,
  credentials: ["web:canary", "app:canary"],
  pairs: [
    { name: "X-Api-Key", value: "canary" },
    { name: "Accept", value: "text/plain" },
  ],
  tokenType: "jwt",
};
const guarded = route("/a", {
  metadata: '{"team":"edge","password":"canary"}',
  requestHeaders: { add: headers },
  oidc: { issuer: "https://web:canary@login.example.com", clientId: "web", clientSecret: "canary" },
  policy: {
    inbound: {
      name: "rule",
      expressions: ["req.token == 'canary'"],
      actions: { type: "x", config: withCredentials },
    },
  },
});

type Recorded = readonly [objects: readonly AccountObject[], options?: Partial<ProgramOptions>];

/** Programs that are recorded in all languages. */
const programs: Readonly<Record<string, Recorded>> = {
  // Without defaults, and without what the service chose.
  "what is set": [whole],
  // They refer to their route.
  "modules as resources": [asResources([route("/api", { oauth, compression: {} })])],
  // A loop over a table, if the language has loops.
  "equal objects": [hosts, { usesTables: true }],
  "secrets of equal objects": [logs, { usesTables: true }],
  "protected resources": [hosts.slice(0, 1), { protects: true }],
  "protected equal objects": [hosts, { usesTables: true, protects: true }],
  // Objects if they are JSON, and files if they are long.
  documents: [documents],
  "secrets in maps": [[guarded]],
  // The edge, the account and the date.
  "a comment": [[route("/a")], { origin }],
};

describe("a program", () => {
  it.each(Object.entries(programs))(
    "with %s is the recorded one",
    async (name, [objects, options]) => {
      const texts = languages.map(
        (language) => `==== ${language}\n\n${textOf(objects, language, options)}`,
      );
      expect(texts.join()).not.toMatch(/canary|987654321/);
      await expectFileSnapshot(texts.join("\n"), `programs/${name.replaceAll(" ", "-")}.txt`);
    },
  );

  it("has ids and secrets in config", () => {
    expect(plan(whole).settings.map((setting) => [configPath(setting), setting.value])).toEqual([
      ["audit-log.targetApiKey", "canary"],
      ["httpsEdge_edghts_1", "edghts_1"],
      ["backend_bkdhr_1", "bkdhr_1"],
    ]);
  });

  it("reads a masked secret from config, and lacks it in the state unless the config has it", () => {
    const masked = [{ ...audit, outputs: { ...audit.outputs, target: { monitoring: {} } } }];
    expect(plan(masked).declared[0]).toMatchObject({ missing: ["target.monitoring.apiKey"] });
    expect(plan(masked).settings).toMatchObject([{ value: undefined, isSet: false }]);
    const configValues = new Map([["audit-log", '{"targetApiKey":"canary"}']]);
    expect(plan(masked, { configValues }).declared[0]).toMatchObject({
      missing: [],
      state: { target: { monitoring: { apiKey: "canary" } } },
    });
    const hooks = route("/hooks", { webhookVerification: { provider: "github" } }, [
      "webhookVerification.secret",
    ]);
    expect(textOf([hooks], "typescript")).toContain(
      "secret: hooksSecrets.webhookVerificationSecret,",
    );
    expect(textOf([hooks], "python")).toContain(
      '"secret": hooks_secrets["webhookVerificationSecret"],',
    );
  });

  it("leaves out of a route the modules that are resources", () => {
    const [first] = plan(asResources([route("/api", { oauth, compression: {} })])).declared;
    expect(first?.state).not.toHaveProperty("oauth");
  });

  it("has a secret of an equal object in the setting that is named as the resource", () => {
    expect(plan(logs).settings.map((setting) => [configPath(setting), setting.value])).toEqual(
      ["a", "b", "c"].map((name) => [`${name}.targetApiKey`, `canary-${name}`]),
    );
    const flat = plan(logs, { hasConfigObjects: false }).settings.map((setting) =>
      configPath(setting),
    );
    expect(flat).toEqual(["aTargetApiKey", "bTargetApiKey", "cTargetApiKey"]);
  });

  it("keeps the name of a setting that is given, or that an earlier import wrote, and takes no other of that value", () => {
    const configValues = new Map([
      ["dbPassword", "edghts_1"],
      ["replicas", "bkdhr_1"],
      ["backend_bkdhr_1", "bkdhr_1"],
    ]);
    const existingNames = new Map([["httpsEdge edghts_1", "mainEdge"]]);
    const objects = [route("/a", { backend: { backendId: "bkdhr_1" } })];
    expect(plan(objects, { configValues, existingNames }).settings).toMatchObject([
      { setting: { name: "mainEdge" }, value: "edghts_1", isSet: false },
      { setting: { name: "backend_bkdhr_1" }, value: "bkdhr_1", isSet: true },
    ]);
    expect(plan(objects, { configValues }).settings[0]).toMatchObject({
      setting: { name: "httpsEdge_edghts_1" },
    });
  });

  it("has a long document in a file that keeps its line breaks, once if several objects have it", () => {
    const { values, declared } = plan(documents);
    expect(values).toMatchObject([
      { path: "values/.gitattributes", text: "* -text\n" },
      { path: "values/ingress-4-example-com-metadata.xml", text: xml },
      { path: "values/ingress-5-example-com-metadata.xml", text: `${xml} ` },
    ]);
    expect(declared.map(({ state }) => state.metadata)).toEqual(
      documents.map(({ outputs }) => outputs.metadata),
    );
  });

  it("is in the order of domains, zone by zone, and of matches; a module follows its route", () => {
    const objects = asResources([
      ...["b.example.org", "host10.example.com", "host2.example.com"].map((domain) =>
        ingress(domain),
      ),
      ...[route("/b", { oauth }), route("/a", { oauth })],
    ]);
    const [part] = plan(objects).parts;
    expect(part?.program.resources.map(({ name }) => name)).toEqual([
      ...["host2-example-com", "host10-example-com", "b-example-org"],
      ...["a", "a-oauth", "b", "b-oauth"],
    ]);
  });

  it("names the edge, the account and the date in comments", () => {
    const commentOf = (objects: readonly AccountObject[]) =>
      plan(objects, { origin }).parts[0]?.program.comment;
    const rest = "of the account at https://api.example.com, imported on 2026-10-08.";
    expect(commentOf([route("/a"), route("/b")])).toBe(`HTTPS edge edghts_1 ${rest}`);
    expect(commentOf([ingress("a.example.com")])).toBe(`AgentIngress resources ${rest}`);
    expect(commentOf([ingress("a.example.com"), route("/a")])).toBe(`Objects ${rest}`);
  });

  it("has files of some hundred lines, each with a route and all of its modules", () => {
    const add = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`x-${index}`, "a"]));
    const modules = { oauth, responseHeaders: { add } };
    const objects = asResources(
      Array.from({ length: 20 }, (_, index) => route(`/r${index}`, modules)),
    );
    const { parts } = plan(objects);
    expect(parts.map(({ stem }) => stem)).toEqual(
      ["", "-2", "-3", "-4", "-5", "-6", "-7"].map((number) => `https-edge-edghts-1${number}`),
    );
    expect(parts.flatMap(({ program }) => program.resources.map(({ name }) => name))).toHaveLength(
      40,
    );
    const fileStems = new Map(
      parts.flatMap(({ stem, keys }) => keys.map((key) => [key, `${stem}-x`])),
    );
    const again = plan(objects.slice(3), { fileStems });
    expect(again.parts.map(({ stem, keys }) => [stem, keys.length])).toEqual(
      parts.map(({ stem, keys }, index) => [
        `${stem}-x`,
        index === 0 ? keys.length - 3 : keys.length,
      ]),
    );
  });

  it("has files for the zones of hosts and for the first parts of matches if there are too many lines", () => {
    const hosts = ["eu.example.com", "us.example.com", "x.example.org"].flatMap((zone, rank) =>
      Array.from({ length: rank < 2 ? 120 : 2 }, (_, index) => ingress(`h${index}.${zone}`)),
    );
    const routes = ["/api", "/web"].flatMap((first) =>
      Array.from({ length: 100 }, (_, index) => route(`${first}/${index}`)),
    );
    expect(plan([...hosts, ...routes]).parts.map(({ stem, keys }) => [stem, keys.length])).toEqual([
      ["agent-ingresses-eu-example-com", 120],
      ["agent-ingresses-us-example-com", 120],
      ["agent-ingresses", 2],
      ["https-edge-edghts-1-api", 100],
      ["https-edge-edghts-1-web", 100],
    ]);
  });

  it("names a file that exists already after what the new file contains, else by a number", () => {
    const subjectOf = (objects: readonly AccountObject[], ...existing: readonly string[]) =>
      plan(objects, { isStemTaken: (stem) => existing.includes(stem) }).parts.map(
        ({ stem }) => stem,
      );
    const [a, b] = [ingress("a.example.com"), ingress("b.example.com")];
    expect(subjectOf([a])).toEqual(["ingress"]);
    expect(subjectOf([a], "ingress")).toEqual(["ingress-a-example-com"]);
    expect(subjectOf([a, b], "ingress")).toEqual(["ingress-example-com"]);
    expect(subjectOf([a, route("/a")], "ingress")).toEqual(["ingress-2"]);
    expect(subjectOf([a, b], "ingress", "ingress-example-com")).toEqual(["ingress-example-com-2"]);
  });

  it("has a README with the account, the commands of the language and what to commit", async () => {
    const options = { name: "infra", sdk, range: "^0.1.0", isBeside: false, origin };
    const readmeIn = (language: Language, stack?: string) =>
      projectFiles({ ...options, ...(stack && { stack }) }, layouts[language]).find(
        ({ path }) => path === "README.md",
      )?.text;
    await expectFileSnapshot(
      readmeIn("typescript", "org/prod") ?? "",
      "programs/README-typescript.txt",
    );
    await expectFileSnapshot(readmeIn("python") ?? "", "programs/README-python.txt");
    expect(readmeIn("yaml", "dev")).toContain("Commit `Pulumi.dev.yaml` (");
    const files = projectFiles({ ...options, isBeside: true }, layouts.go).map(({ path }) => path);
    expect(files).toEqual(["Pulumi.yaml", "go.mod"]);
  });

  it("has a file for each subject if there are many objects", () => {
    const many = Array.from({ length: 12 }, (_, index) => ingress(`${index}.example.com`));
    const backend = object(tcpEdgeBackend, "edgtcp_1", { edgeId: "edgtcp_1", backendId: "b" });
    const { parts } = plan(asResources([...many, route("/", { oauth }), backend]));
    expect(parts.map(({ stem }) => stem)).toEqual(["agent-ingresses", "https-edges", "tcp-edges"]);
  });

  it("leaves out an unconfigured module, and an object that cannot be declared, with the reason", () => {
    const disabled = route("/a", { oauth: { enabled: false }, compression: { enabled: false } });
    expect(plan([disabled])).toMatchObject({
      notes: [],
      declared: [{ resource: { args: { compression: { enabled: false } } } }],
    });
    expect(plan([disabled]).declared[0]?.resource.args).not.toHaveProperty("oauth");
    expect(plan([route("/a", { oauth: {} })]).notes).toEqual([
      "HttpsEdgeRoute /a (rt_2f61): a module is left out: oauth.provider is required",
    ]);
    expect(plan([ingress("a.example.com\0")]).skipped).toMatchObject([
      {
        type: "AgentIngress",
        reason: expect.stringContaining("cannot be declared: domain must not contain"),
      },
    ]);
  });
});

describe("a module that is a separate resource", () => {
  it("is left out of its route if the stack manages it, whatever the style is", () => {
    const managed = new Set(["HttpsEdgeRouteOAuth edghts_1/rt_2f61"]);
    const [bare, module] = separateModules(route("/a", { oauth, compression: {} }), {
      style: "inline",
      managed,
    });
    expect(bare?.outputs).not.toHaveProperty("oauth");
    expect(bare?.outputs).toHaveProperty("compression");
    expect(module?.id).toBe("edghts_1/rt_2f61");
  });

  it("is not declared, and is not a problem, if the service shows a module without a configuration as disabled", () => {
    const objects = asResources([route("/a", { oauth: { enabled: false } })]);
    expect(plan(objects)).toMatchObject({ notes: [], declared: [{ object: { id: "rt_2f61" } }] });
    expect(plan(objects).declared).toHaveLength(1);
  });

  it("is declared if it is configured and disabled", () => {
    const { declared } = plan(asResources([route("/a", { oauth: { enabled: false, ...oauth } })]));
    expect(declared.map(({ resource }) => resource.args.enabled)).toEqual([undefined, false]);
  });
});

it("a credential that the API does not call secret is marked in the import file, and so is a list with credentials", () => {
  const [declared] = plan([guarded]).declared;
  const { inputs, outputs } = importEntry(declared as NonNullable<typeof declared>, "plugin", "");
  const config = {
    headers: { "X-Auth-Token": secretOf("canary") },
    password: secretOf(987654321),
    credentials: secretOf(["web:canary", "app:canary"]),
    pairs: secretOf(withCredentials.pairs),
    tokenType: "jwt",
  };
  const add = { Authorization: secretOf("Basic canary"), "x-frame-options": "DENY" };
  const marked = {
    metadata: secretOf('{"team":"edge","password":"canary"}'),
    requestHeaders: { add },
    oidc: { issuer: secretOf("https://web:canary@login.example.com") },
    policy: { inbound: { expressions: secretOf(["req.token == 'canary'"]), actions: { config } } },
  };
  expect({ inputs, outputs }).toMatchObject({ inputs: marked, outputs: marked });
});

it("a value whose name the setting plaintextNames has is in the program", () => {
  const [declared] = plan([guarded], {
    plaintextNames: new Set(["ocp-apim-subscription-key", "metadata"]),
  }).declared;
  expect(declared?.resource.args).toMatchObject({
    metadata: expect.objectContaining({ members: { team: "edge", password: "canary" } }),
    requestHeaders: { add: { "Ocp-Apim-Subscription-Key": "canary" } },
  });
  expect(declared?.marked).not.toContain('requestHeaders.add["Ocp-Apim-Subscription-Key"]');
  expect(declared?.marked).toContain('requestHeaders.add["Authorization"]');
});

it("nothing is named after a text with a credential", () => {
  const objects = [
    route("/hook?token=canary-token"),
    object(agentIngress, "agin_1", { domain: "a.example.com", description: "password: canary-pw" }),
    object(sshCertificateAuthority, "sshca_1", {
      description: "ssh pass: canary-pass",
      privateKeyType: "ed25519",
    }),
  ];
  const program = plan(objects);
  expect(program.declared.map(({ resource }) => resource.name).join()).not.toContain("canary");
  expect(program.parts.map(({ stem }) => stem).join()).not.toContain("canary");
  expect(program.notes.join()).not.toContain("canary");
});

it.each(masked)(
  "an import asks for the masked secrets that the program states: %s",
  (_, modules, secret, missing) => {
    const { outputs, ...object } = route("/", {}, [secret]);
    expect(objectArguments({ ...object, outputs: { ...outputs, ...modules } })?.missing).toEqual(
      missing,
    );
  },
);

const withLosses = { 7: null, list: [null, { none: null }], "fn::call": 1 };
const losing = route("/a", {
  policy: { inbound: { name: "rule", actions: { type: "deny", config: withLosses } } },
});

it.each(losses)(
  "what a language cannot state is noted with the object and the path: %s",
  (language, notes) => {
    const { whyNotExpressible } = layouts[language];
    const found = plan([losing], whyNotExpressible && { whyNotExpressible }).notes;
    expect(found).toEqual(
      notes.map((note) => `HttpsEdgeRoute /a (rt_2f61): policy.inbound.actions.config.${note}`),
    );
  },
);

const someObjects = anyObjects({ minLength: 1, maxLength: 16 });

const withoutPolicy = (object: AccountObject): AccountObject => {
  const { policy: _, ...outputs } = object.outputs;
  return { ...object, outputs };
};

/** Formatters disagree on how wide combining marks are, and characters of planes that few fonts have. */
const UNSURE_WIDTH = /\p{M}|[\u{10000}-\u{10ffff}]/gu;

const withSureWidths = (object: AccountObject): AccountObject => ({
  ...object,
  outputs: JSON.parse(JSON.stringify(object.outputs).replaceAll(UNSURE_WIDTH, "")),
});

describe("programs of odd objects", () => {
  // But for lists in lists, which only the configuration of a policy's action has.
  // Mutation testing would start the formatter for each mutant.
  it.skipIf(process.env.MUTATED)("are formatted as formatters would", () => {
    const seed = Number(process.env.SEED ?? Date.now());
    const texts = fc
      .sample(someObjects, { numRuns: 20, seed })
      .map((all) =>
        textOf(all.map(withoutPolicy).map(withSureWidths), "typescript", { usesTables: true }),
      );
    const command = [
      require.resolve("@biomejs/biome/bin/biome"),
      "format",
      "--stdin-file-path=/a.ts",
    ];
    const args = [...command, "--indent-style=space", "--line-width=80"];
    const format = (input: string) =>
      execFileSync(process.execPath, args, { input, encoding: "utf8", cwd: tmpdir() });
    for (const text of texts) expect(format(text), `SEED=${seed}`).toBe(text);
  });

  it("need nothing beyond config", () => {
    fc.assert(
      fc.property(someObjects, (objects) => {
        const { declared, notes } = plan(objects);
        expect(notes).toEqual([]);
        for (const { state, object } of declared)
          expect(withUnknownSecrets(object.definition.fields, state).missing).toEqual([]);
      }),
    );
  });
});
