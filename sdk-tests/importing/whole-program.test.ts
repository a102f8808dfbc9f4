import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { AccountObject } from "../../src/account/account";
import type { IdEntry } from "../../src/account/ids/named-objects";
import * as definitions from "../../src/core/definitions";
import { collection } from "../../src/core/definitions/define";
import { fields } from "../../src/core/schema/row-types";
import { set, string } from "../../src/core/schema/rows";
import type { Values } from "../../src/core/schema/values";
import { separateModules } from "../../src/importing/modules";
import type { ProgramOptions } from "../../src/importing/options";
import { documentNames } from "../../src/importing/patterns";
import { type Language, languages, layouts } from "../../src/importing/project";
import { loadLines, neededFiles, projectFiles } from "../../src/importing/project-files";
import { configPath } from "../../src/importing/settings";
import {
  accountObject,
  hostileAccount,
  hostileNames,
  importedProject,
  sdk,
} from "../support/account-objects";
import { dataBeside, rows, text } from "../support/data";

/**
 * Tests of decisions for a program as a whole: names of resources, files and identifiers, references, settings, and
 * files of the project.
 */

const { agentIngress, httpsEdgeRoute, sshCertificateAuthority } = definitions;

const ingress = (domain: string, id: string) => accountObject(agentIngress, id, { domain });

const route = (match: string, edgeId = "edghts_1", modules: Values = {}) =>
  accountObject(httpsEdgeRoute, `rt_${match.slice(1)}_${edgeId}`, {
    edgeId,
    matchType: "exact_path",
    match,
    ...modules,
  });

const asResources = (objects: readonly AccountObject[]) =>
  objects.flatMap((object) => separateModules(object, { style: "resources", managed: new Set() }));

const sourceOf = (
  objects: readonly AccountObject[],
  language: Language,
  options: Partial<ProgramOptions> = {},
) =>
  importedProject(objects, language, options)
    .files.map(({ path, text }) => `==== ${path}\n${text}`)
    .join("\n");

const DOCUMENT = `<a>${"b\n".repeat(200)}</a>`;

/** Three edges, each in a separate file, and with the same document. */
const sharing = ["edghts_1", "edghts_2", "edghts_3"].flatMap((edgeId) =>
  ["/a", "/b", "/c", "/d", "/e"].map((match) =>
    route(match, edgeId, { saml: { idpMetadata: DOCUMENT } }),
  ),
);

describe("a document that the objects of several edges have", () => {
  it("is written once", () => {
    for (const language of languages) {
      const { values } = importedProject(sharing, language);
      expect(values.map(({ path }) => path)).toEqual([
        "values/.gitattributes",
        "values/a-saml-idp-metadata.xml",
      ]);
    }
  });

  it("is declared once in Go, under a name that no variable hides", () => {
    const modules = { oauth: { provider: { provider1: {} } }, saml: { idpMetadata: DOCUMENT } };
    const hiding = asResources([route("/a-saml-idp-metadata.xml", "edghts_1", modules)]);
    const program = sourceOf([...sharing, ...hiding], "go", { usesTables: false });
    expect(program.match(/^var \w+ string$/gm)).toHaveLength(1);
    const [, variable] = /^var (\w+) string$/m.exec(program) ?? [];
    expect(program).not.toMatch(new RegExp(`\\b${variable}, err :=`));
    expect(program.match(new RegExp(`pulumi.String\\(${variable}\\)`, "g"))).toHaveLength(16);
  });

  it("gets another file if a file of that name has another text", () => {
    const isOtherFile = (path: string) => path === "values/a-saml-idp-metadata.xml";
    const { values } = importedProject(sharing, "python", { isOtherFile });
    expect(values.map(({ path }) => path)).toEqual([
      "values/.gitattributes",
      "values/a-saml-idp-metadata-2.xml",
    ]);
  });
});

describe("the functions of a program in Go", () => {
  it("have different names if the ids of edges differ in separators alone", () => {
    const objects = ["a_1", "a1", "a-1"].flatMap((edgeId) =>
      "abcdefg".split("").map((name) => route(`/${name}`, edgeId)),
    );
    const functions = sourceOf(objects, "go").match(/^func (?!main)\w+/gm) ?? [];
    expect(new Set(functions).size).toBe(functions.length);
    expect(functions.length).toBeGreaterThan(1);
  });
});

describe("the files of a program", () => {
  it("are named after kinds and edges, in small letters, so that no name has a meaning elsewhere", () => {
    for (const language of languages) {
      const objects = hostileAccount();
      const { files, values } = importedProject(objects, language, {
        preferredNames: hostileNames(objects),
      });
      const paths = files.map(({ path }) => path);
      expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
      expect(
        values.filter(
          ({ path }) => !/^values\/(\.gitattributes|[\da-z]+(-[\da-z]+)+\.\w+)$/.test(path),
        ),
      ).toEqual([]);
      const parts = paths.filter(
        (path) => /\.(ts|py|go)$/.test(path) && !/^(index|__main__|main)\./.test(path),
      );
      expect(
        parts.filter((path) => !/^(agent.ingresses|event.destinations|https.edge)/.test(path)),
      ).toEqual([]);
    }
  });
});

describe("a comment in YAML", () => {
  const origin = { url: "https://api.example.com", date: "2026-10-08" };
  const hosts = Array.from({ length: 13 }, (_, index) =>
    ingress(`h${index}.example.com`, `agin_${index}`),
  );

  it("is about all objects of the only file", () => {
    const routes = "abcde".split("").map((name) => route(`/${name}`));
    expect(sourceOf([...hosts, ...routes], "yaml", { origin })).toContain(
      "# Objects of the account at",
    );
    expect(sourceOf(hosts, "yaml", { origin })).toContain(
      "# AgentIngress resources of the account at",
    );
  });
});

/** A kind of object that other objects refer to, in the form of the tables. */
const ipPolicy = collection({
  ...{ type: "IpPolicy", title: "IP Policy", path: "/ip_policies/{id}" },
  fields: fields<{ description?: string }, object>()({ description: string() }) as never,
} as never) as unknown as typeof agentIngress;

const policyUser = collection({
  ...{ type: "PolicyUser", title: "Policy User", path: "/policy_users/{id}" },
  fields: fields<{ allowedBy?: string[] }, object>()({
    allowedBy: set({ refersTo: "ipPolicy" }),
  }) as never,
} as never) as unknown as typeof agentIngress;

describe("an id", () => {
  const [user, office] = [
    accountObject(policyUser, "user_1", { allowedBy: ["ipp_1", "ipp_2"] }),
    accountObject(ipPolicy, "ipp_1", { description: "office" }),
  ];

  it("of what the program declares is a reference, and the setting of what it does not declare", () => {
    const { declared, settings } = importedProject([user, office], "typescript");
    expect(settings.map(({ setting }) => setting.name)).toEqual(["ipPolicy_ipp_2"]);
    expect(declared[0]?.resource.args.allowedBy).toMatchObject([
      { to: { name: "office" }, property: "id" },
      {},
    ]);
  });

  it("refers to a resource above it in the same file", () => {
    const others = Array.from({ length: 13 }, (_, index) =>
      ingress(`h${index}.example.com`, `agin_${index}`),
    );
    for (const language of languages) {
      const { parts } = importedProject([...others, user, office], language, { usesTables: false });
      const part = parts.find(({ keys }) => keys.includes("PolicyUser user_1"));
      const names = part?.program.resources.map(({ name }) => name) ?? [];
      expect(names.indexOf("office"), language).toBeGreaterThanOrEqual(0);
      expect(names.indexOf("office"), language).toBeLessThan(names.indexOf("user"));
    }
  });

  it("is not a setting if its route has separate module resources", () => {
    const { settings } = importedProject(
      asResources([route("/a", "e_1", { oauth: { provider: { provider1: {} } } })]),
      "go",
    );
    expect(settings.map((setting) => configPath(setting))).toEqual(["httpsEdge_e_1"]);
  });
});

it("every setting is read by the program", () => {
  for (const language of languages) {
    const { settings, files } = importedProject(asResources(hostileAccount()), language);
    const program = files.map(({ text }) => text).join("\n");
    expect(settings.filter(({ setting }) => !program.includes(setting.name))).toEqual([]);
  }
});

describe("a member of the config that an interrupted import has left empty", () => {
  it("is set under the same name", () => {
    const object = accountObject(definitions.eventDestination, "evdst_1", {
      ...{ description: "audit", format: "json", target: { monitoring: { apiKey: "canary" } } },
    });
    const configured = (config: object) => {
      const configValues = new Map([["audit", JSON.stringify(config)]]);
      const { settings } = importedProject([object], "python", { configValues });
      return settings.map((setting) => [configPath(setting), setting.isSet]);
    };
    expect(configured({ targetApiKey: "" })).toEqual([["audit.targetApiKey", false]]);
    expect(configured({ targetApiKey: null })).toEqual([["audit.targetApiKey", false]]);
    expect(configured({ targetApiKey: "canary" })).toEqual([["audit.targetApiKey", true]]);
    expect(configured({ targetApiKey: "other" })).toEqual([["audit2.targetApiKey", false]]);
  });
});

describe("a setting of a program in YAML, which reads the config by the names of variables,", () => {
  const configKeys = (text: string) => text.match(/(?<=^ {2})\S+(?=:\n {4}type: string)/gm);

  it.each<[resource: string, settings: string[]]>([
    ["audit", ["auditTargetApiKey"]],
    ["1x", ["_1xTargetApiKey"]],
  ])("has the name of its variable if the resource is called %s", (resource, expected) => {
    const object = accountObject(definitions.eventDestination, "evdst_1", {
      ...{ format: "json", target: { monitoring: { apiKey: "canary" } } },
    });
    const preferredNames = new Map([["evdst_1", [resource]]]);
    const { settings, files } = importedProject([object], "yaml", { preferredNames });
    expect(settings.map(({ setting }) => setting.name)).toEqual(expected);
    expect(files.flatMap(({ text }) => configKeys(text) ?? [])).toEqual(expected);
  });

  it("has another name than the variable of the engine", () => {
    const existingNames = new Map([["backend bkd_1", "pulumi"]]);
    const objects = [route("/a", "edghts_1", { backend: { backendId: "bkd_1" } })];
    const { settings, files } = importedProject(objects, "yaml", { existingNames });
    const names = settings.map(({ setting }) => setting.name);
    expect(names).toEqual(["httpsEdge_edghts_1", "pulumi2"]);
    expect(files.flatMap(({ text }) => configKeys(text) ?? [])).toEqual(names);
    const inPython = importedProject(objects, "python", { existingNames });
    expect(inPython.settings.map(({ setting }) => setting.name)).toContain("pulumi");
  });
});

describe("a secret that the host of YAML would read as another value", () => {
  const secrets = ["12345", "6_391", "true", "t", '{"a":1}', "nan", "0x1p-2", "plain", "_1", "1a"];
  const destinations = secrets.map((apiKey, index) =>
    accountObject(definitions.eventDestination, `evdst_${index}`, {
      ...{ description: `log ${index}`, format: "json", target: { monitoring: { apiKey } } },
    }),
  );
  const config = new Map(
    importedProject(destinations, "yaml").settings.map(({ setting, value = "" }) => [
      setting.name,
      value,
    ]),
  );

  it("is in the config as JSON in YAML alone", () => {
    expect([...config.values()]).toEqual(
      secrets.map((secret, index) => (index < 7 ? JSON.stringify(secret) : secret)),
    );
    const inGo = importedProject(destinations, "go").settings.map(({ value }) => value);
    expect(inGo).toEqual(secrets);
  });

  it("is recognized if the config contains it, and is unchanged in the state", () => {
    const { settings, declared } = importedProject(destinations, "yaml", { configValues: config });
    expect(settings.map(({ isSet }) => isSet)).toEqual(secrets.map(() => true));
    expect(declared.map(({ state }) => state.target)).toEqual(
      secrets.map((apiKey) => ({ monitoring: { apiKey } })),
    );
  });
});

const { renamed, identifiers } = dataBeside(__filename, {
  renamed: rows(text, z.array(z.tuple([text, text])), z.array(text), z.array(text)),
  identifiers: rows(text, z.partialRecord(z.enum(languages), text)),
});

const kinds = {
  AgentIngress: agentIngress,
  SshCertificateAuthority: sshCertificateAuthority,
  HttpsEdgeRoute: httpsEdgeRoute,
};

describe("names of a document", () => {
  it.each(renamed)("are kept, or the change is reported: %s", (_, entries, expected, notes) => {
    const named = entries.map(([key, name]): IdEntry => ({ key, name }));
    const objects = [...new Set(entries.map(([key]) => key))].map((key) => {
      const [type = "", id = ""] = key.split(" ");
      const outputs = {
        domain: "a.example.com",
        edgeId: "e_1",
        matchType: "exact_path",
        match: "/a",
        description: "d",
      };
      return accountObject(kinds[type as keyof typeof kinds], id, outputs);
    });
    for (const language of languages) {
      const project = importedProject(objects, language, { preferredNames: documentNames(named) });
      expect(project.declared.map(({ resource }) => resource.name)).toEqual(expected);
      expect(project.renamed).toEqual(notes);
    }
  });

  it.each(identifiers)(
    "that a language reserves have another variable there: %s",
    (name, variables) => {
      const object = accountObject(sshCertificateAuthority, "sshca_1", {});
      const user = accountObject(definitions.agentIngress, "agin_1", { domain: "a.example.com" });
      for (const [language, variable] of Object.entries(variables) as [Language, string][]) {
        const preferredNames = new Map([["sshca_1", [name]]]);
        const { parts, declared } = importedProject([object, user], language, {
          preferredNames,
          usesTables: false,
        });
        const resource = declared[0]?.resource;
        expect(resource?.name).toBe(name);
        expect(resource && parts[0]?.program.symbols?.variables.get(resource), language).toBe(
          variable,
        );
      }
    },
  );
});

describe("the lines that load files", () => {
  const files = [{ path: "ingress.ts", text: "" }];

  it("name files as the project's module system does", () => {
    expect(loadLines(layouts.typescript, files, false)).toEqual(['import "./ingress";']);
    expect(loadLines(layouts.typescript, files, true)).toEqual(['import "./ingress.js";']);
    expect(loadLines(layouts.python, [{ path: "ingress.py", text: "" }], true)).toEqual([
      "import ingress",
    ]);
  });
});

describe("the files of a project", () => {
  const namesOf = (language: Language, isBeside: boolean, ...existing: readonly string[]) =>
    neededFiles(
      projectFiles({ name: "infra", sdk, range: "*", isBeside }, layouts[language]),
      (name) => existing.includes(name),
    )
      .map(({ path }) => path)
      .filter((path) => !/README|Pulumi/.test(path));

  it.each([
    ["typescript", false, [], [".gitignore", "package.json", "tsconfig.json"]],
    ["typescript", true, [], ["package.json"]],
    ["typescript", true, ["package.json"], []],
    ["typescript", false, ["tsconfig.base.json", "package.json"], [".gitignore"]],
    ["python", false, [], [".gitignore", "requirements.txt"]],
    ["python", false, ["uv.lock", ".gitignore"], []],
    ["python", true, ["uv.lock"], []],
    ["python", true, ["poetry.lock"], []],
    ["go", false, ["go.mod"], [".gitignore"]],
  ] as const)(
    "are in %s, with a program: %s, and the files %j: %j",
    (language, isBeside, existing, expected) => {
      expect(namesOf(language, isBeside, ...existing)).toEqual(expected);
    },
  );

  it("include a virtual environment in Python", () => {
    const [description] = projectFiles(
      { name: "infra", sdk, range: "*", isBeside: false },
      layouts.python,
    );
    expect(description?.text).toMatch(
      /^runtime:\n {2}name: python\n {2}options:\n {4}toolchain: pip\n {4}virtualenv: venv\n$/m,
    );
  });
});
