import { describe, expect } from "vitest";
import { z } from "zod";
import { options } from "../../src/cli/import/job";
import { members, newRoute } from "../emulator/client";
import { dataBeside, text } from "../support/data";
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

const { lines } = dataBeside(__filename, { lines: z.array(z.tuple([z.array(text), text])) });

describe("a dry run", () => {
  it.for(lines)("with %s finds %s", async ([line, wanted], { typed: { project, known } }) => {
    const words = line.map((word) => word.replace(/AGENT|ROUTE/, (name) => known[name] ?? ""));
    const { code, json, errors } = await project.importAsJson("--dry-run", ...words);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(
      (json?.parts?.map(({ part }) => part) ?? json?.objects.map(({ type }) => type))?.join(" "),
    ).toBe(wanted);
  });

  it("has a line above for each option of the command, but for the stack, which needs the CLI, and for each on the page", () => {
    const flags = Object.entries(options).map(([name, row]) => row(name).long);
    const typedHere = ["--dry-run", "--json", ...lines.flatMap(([words]) => words)];
    expect(flags.filter((each) => !typedHere.includes(String(each)))).toEqual(["--stack"]);
    const [, ...sections] = PAGE.split("\n## ").filter(
      (section) => !section.startsWith("A session"),
    );
    const onPage = sections.join().match(/(?<=`)--[a-z-]+/g) ?? [];
    expect(onPage.filter((each) => !flags.includes(each))).toEqual([]);
  });
});
