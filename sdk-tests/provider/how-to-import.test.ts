import { expect, it } from "vitest";
import { eventDestination, httpsEdgeRoute } from "../../src/core/definitions";
import { howToImport } from "../../src/core/provider/how-to-import";

const definition = eventDestination;
const urn = "urn:pulumi:prod::edge::pulumi:providers:edge-ingress::eu";

it.each<[what: string, words: string, name: string, parents?: string, providerUrn?: string]>([
  ["with the resource's own type and name", "audit evdst_1", "audit"],
  ["with its name as one word of a shell", `'audit'\\''s log' evdst_1`, "audit's log"],
  [
    "below its component, whose name is not known",
    "audit evdst_1 --parent NAME=URN",
    "audit",
    "my:Log$",
  ],
  [
    "with the provider that the program gives it",
    `audit evdst_1 --provider eu=${urn}`,
    "audit",
    "",
    urn,
  ],
])(
  "the plugin names the command that imports an object %s",
  (_, words, name, parents = "", providerUrn) => {
    const label = {
      name,
      urn: `urn:pulumi:prod::edge::${parents}edge-ingress:index:EventDestination::${name}`,
    };
    expect(howToImport({ definition, label, providerUrn }, "evdst_1")).toBe(
      `to import evdst_1, run \`pulumi import edge-ingress:index:EventDestination ${words}\``,
    );
  },
);

it.each([
  ["that the API lists", eventDestination, "evdst_1", "--include evdst_1"],
  [
    "that the API does not list",
    httpsEdgeRoute,
    "edge_1/route_1",
    "--route edge_1/route_1 --include route_1",
  ],
])("a dynamic resource names the command that imports an object %s", (_, kind, id, options) => {
  expect(howToImport({ definition: kind, label: undefined, providerUrn: undefined }, id)).toBe(
    `to import ${id}, run \`npx edge-ingress import --stack STACK --form dynamic ${options}\`, ` +
      "and remove this resource from the program, for which the command writes another one",
  );
});
