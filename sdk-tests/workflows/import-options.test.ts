import { describe, expect } from "vitest";
import { options } from "../../src/cli/import/job";
import { members, newRoute } from "../emulator/client";
import { textOf } from "../support/files";
import { withEmulator } from "../support/fixtures";
import { ImportProject } from "../support/import-project";

/** Each option of `edge-ingress import`, typed on an account that has an object of each kind. */

const PAGE = textOf("docs/import.md");

/** Tests with the command, and with the values of the words in capitals below. */
const it = withEmulator().extend(
  "typed",
  { scope: "file" },
  async ({ emulator }, { onCleanup }) => {
    const project = await ImportProject.create(emulator);
    onCleanup(() => project[Symbol.asyncDispose]());
    const { id } = await members(emulator, "POST", "/agent_ingresses", { domain: "a.example.com" });
    await members(emulator, "POST", "/event_destinations", {
      ...{ format: "json", description: "audit log" },
      target: { monitoring: { api_key: "canary" } },
    });
    await members(emulator, "PUT", "/edges/https/edghts_1/mutual_tls", {
      certificate_authority_ids: ["ca_1"],
    });
    await members(emulator, "PUT", "/edges/tls/edgtls_1/mutual_tls", {
      certificate_authority_ids: ["ca_1"],
    });
    await members(emulator, "PUT", "/edges/tcp/edgtcp_1/backend", { backend_id: "bkdtcp_1" });
    const route =
      (await newRoute(emulator, { oauth: { provider: { provider_1: {} } } })).split("/").at(-1) ??
      "";
    await project.write("ids.txt", `https-edge edghts_1\nroute edghts_1/${route} # the only one\n`);
    const known: Readonly<Record<string, string>> = { AGENT: String(id), ROUTE: route };
    return { project, known };
  },
);

/** Arguments in addition to `edge-ingress import . --dry-run --json`; the types of the objects, or the parts of a split account. */
const lines = [
  { args: ["--https-edge", "edghts_1"], found: "AgentIngress EventDestination HttpsEdgeMutualTls" },
  { args: ["--tls-edge", "edgtls_1"], found: "AgentIngress EventDestination TlsEdgeMutualTls" },
  { args: ["--tcp-edge", "edgtcp_1"], found: "AgentIngress EventDestination TcpEdgeBackend" },
  { args: ["--route", "edghts_1/ROUTE"], found: "AgentIngress EventDestination HttpsEdgeRoute" },
  {
    args: ["--route", "edghts_1/ROUTE", "--modules", "resources", "--only-ids"],
    found: "HttpsEdgeRoute HttpsEdgeRouteOAuth",
  },
  { args: ["--ids", "ids.txt", "--only-ids"], found: "HttpsEdgeMutualTls HttpsEdgeRoute" },
  { args: ["--include", "AgentIngress", "--yes"], found: "AgentIngress" },
  { args: ["--include", "AGENT", "--protect"], found: "AgentIngress" },
  { args: ["--include", "a.example.com", "--no-group"], found: "AgentIngress" },
  { args: ["--include", "audit*", "--other-account"], found: "EventDestination" },
  {
    args: ["--include", "/a", "--route", "edghts_1/ROUTE", "--form", "dynamic"],
    found: "HttpsEdgeRoute",
  },
  {
    args: ["--include", "HttpsEdgeMutualTls edghts_1", "--https-edge", "edghts_1"],
    found: "HttpsEdgeMutualTls",
  },
  { args: ["--exclude", "*ingress", "--language", "python"], found: "EventDestination" },
  { args: ["--language", "go", "--names", "names.yaml"], found: "AgentIngress EventDestination" },
  {
    args: ["--language", "yaml", "--report", "report.json"],
    found: "AgentIngress EventDestination",
  },
  {
    args: ["--split", "edge", "--https-edge", "edghts_1", "--project", "acme"],
    found: "shared https-edge-edghts_1",
  },
  {
    args: ["--split", "kind", "--https-edge", "edghts_1"],
    found: "shared agent-ingresses event-destinations https-edges",
  },
  { args: ["--split", "count:1"], found: "shared agent-ingresses-1 event-destinations-1" },
  { args: ["--split", "pattern:*.example.com"], found: "shared example-com" },
];

describe("a dry run", () => {
  it.for(lines)(
    "with $args finds $found",
    async ({ args, found }, { typed: { project, known } }) => {
      const words = args.map((word) => word.replace(/AGENT|ROUTE/, (name) => known[name] ?? ""));
      const { code, json, errors } = await project.importAsJson("--dry-run", ...words);
      expect({ code, errors }).toEqual({ code: 0, errors: "" });
      expect(
        (json?.parts?.map(({ part }) => part) ?? json?.objects.map(({ type }) => type))?.join(" "),
      ).toBe(found);
    },
  );

  it("has a line above for each option of the command, but for the stack, which needs the CLI, and for each on the page", () => {
    const flags = Object.entries(options).map(([name, row]) => row(name).long);
    const typedHere = ["--dry-run", "--json", ...lines.flatMap(({ args }) => args)];
    expect(flags.filter((flag) => !typedHere.includes(String(flag)))).toEqual(["--stack"]);
    const [, ...sections] = PAGE.split("\n## ").filter(
      (section) => !section.startsWith("A session"),
    );
    const onPage = sections.join().match(/(?<=`)--[a-z-]+/g) ?? [];
    expect(onPage.filter((flag) => !flags.includes(flag))).toEqual([]);
  });
});
