import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  distinctNamedObjects,
  namedObjectLabel,
  unlistedNote,
} from "../../src/account/ids/named-objects";
import { readIds } from "../../src/account/ids/read-ids";
import { readEntries } from "../support/data";

/** Returns the objects that `--ids` reads from a text. */

const readNamed = (text: string) =>
  distinctNamedObjects(readIds(text).flatMap(({ named }) => named ?? []));

const entry = z.strictObject({ key: z.string(), named: z.string().optional(), name: z.string() });
const file = z.strictObject({
  text: z.string().optional(),
  document: z.unknown().optional(),
  named: z.array(z.string()),
  entries: z.array(entry).optional(),
});
const files = readEntries(join(__dirname, "ids.yaml"), "files", file);

describe("a file of ids", () => {
  it.each(files)(
    "may be %s",
    (_, { document, text = JSON.stringify(document), named, entries }) => {
      expect(readNamed(text).map(namedObjectLabel)).toEqual(named);
      const found = readIds(text).map(({ key, named, name }) => ({
        key,
        named: named && namedObjectLabel(named),
        name,
      }));
      if (entries) expect(found).toEqual(entries);
    },
  );

  it.each([
    [
      "edge edghts_1",
      "line 1 must be KIND ID, where KIND is https-edge, tls-edge, tcp-edge, route",
    ],
    ["https-edge", "line 1 must be KIND ID"],
    ["\nroute edghtsrt_1", "the id of a route must be EDGE/ROUTE"],
    ["https-edge ../x", "the id of a HTTPS edge must be an id"],
    ["https-edge .x", "the id of a HTTPS edge "],
    [
      '{ "resources": [{ "type": "edge-ingress:index:AgentIngress", "external": true, "id": "agin_1", "outputs": {} }] }',
      "the document names no object by its path, or by a type and an id",
    ],
    ['{ "resources": [] }', "the document names no object by its path, or by a type and an id"],
    ["", "the file is empty: write the state to a file with `terraform state pull > FILE`"],
    [" \n", "the file is empty"],
    ["PK\u0003\u0004\u0014\0\ufffd", "the file is a saved plan of Terraform"],
    ["\ufffd\ufffd{\0}\0", "the file is not in UTF-8"],
    ["r\0o\0u\0t\0e\0", "the file is not in UTF-8"],
    [
      '{ "format_version": "1.2", "planned_values": {}, "resource_changes": [] }',
      "the document is a plan of Terraform",
    ],
    [
      '{ "version": 4, "serial": 1 ',
      "the document is not valid JSON: check that the file is complete",
    ],
    [
      '{ "serial": 1, "encrypted_data": "x", "encryption_version": "v0" }',
      "a state that OpenTofu has encrypted",
    ],
    [
      '{ "version": 3, "modules": [{ "path": ["root"], "resources": {} }] }',
      "a state of an older format",
    ],
    [
      '{ "version": 3, "backend": { "type": "s3" }, "modules": [] }',
      "the settings of Terraform's backend",
    ],
  ])("is refused if it is %j", (text, problem) => {
    expect(() => readIds(text)).toThrow(problem);
  });

  const ADVICE =
    "which the API does not list; name them with --https-edge, --tls-edge, --tcp-edge, --route or --ids";

  it.each([
    ["# none", "HTTPS edges and their routes, TLS edges, TCP edges"],
    ["route a/d", "other routes of a, HTTPS edges and their routes, TLS edges, TCP edges"],
    ["https-edge a", "routes of a, other HTTPS edges and their routes, TLS edges, TCP edges"],
    [
      "https-edge a\nhttps-edge b\nroute a/d\ntls-edge e\ntcp-edge f",
      "other routes of a, routes of b, other HTTPS edges and their routes, other TLS edges, other TCP edges",
    ],
    [
      [..."abcdefg"].map((id) => `route ${id}/r`).join("\n"),
      "other routes of a and b and c and d and e and 2 more, HTTPS edges and their routes, TLS edges, TCP edges",
    ],
  ])("%j leaves unsaid what the API lists, and reports what was not looked for", (text, parts) => {
    expect(unlistedNote(readNamed(text))).toEqual([`not looked for: ${parts}, ${ADVICE}`]);
  });
});
