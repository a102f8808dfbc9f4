import { expect, it } from "vitest";
import { eventDestination, httpsEdgeRoute } from "../../src/core/definitions";
import { howToImport } from "../../src/core/provider/how-to-import";

const definition = eventDestination;
const urn = "urn:pulumi:prod::edge::pulumi:providers:edge-ingress::eu";

it.each<{ title: string; words: string; name: string; parents?: string; providerUrn?: string }>([
  {
    title:
      "the plugin names the command that imports an object with the resource's own type and name",
    words: "audit evdst_1",
    name: "audit",
  },
  {
    title:
      "the plugin names the command that imports an object with its name as one word of a shell",
    words: `'audit'\\''s log' evdst_1`,
    name: "audit's log",
  },
  {
    title:
      "the plugin names the command that imports an object below its component, whose name is not known",
    words: "audit evdst_1 --parent NAME=URN",
    name: "audit",
    parents: "my:Log$",
  },
  {
    title:
      "the plugin names the command that imports an object with the provider that the program gives it",
    words: `audit evdst_1 --provider eu=${urn}`,
    name: "audit",
    parents: "",
    providerUrn: urn,
  },
])("$title", ({ words, name, parents = "", providerUrn }) => {
  const label = {
    name,
    urn: `urn:pulumi:prod::edge::${parents}edge-ingress:index:EventDestination::${name}`,
  };
  expect(howToImport({ definition, label, providerUrn }, "evdst_1")).toBe(
    `to import evdst_1, run \`pulumi import edge-ingress:index:EventDestination ${words}\``,
  );
});

it.each([
  {
    title: "a dynamic resource names the command that imports an object that the API lists",
    kind: eventDestination,
    id: "evdst_1",
    options: "--include evdst_1",
  },
  {
    title: "a dynamic resource names the command that imports an object that the API does not list",
    kind: httpsEdgeRoute,
    id: "edge_1/route_1",
    options: "--route edge_1/route_1 --include route_1",
  },
])("$title", ({ kind, id, options }) => {
  expect(howToImport({ definition: kind, label: undefined, providerUrn: undefined }, id)).toBe(
    `to import ${id}, run \`npx edge-ingress import --stack STACK --form dynamic ${options}\`, ` +
      "and remove this resource from the program, for which the command writes another one",
  );
});
