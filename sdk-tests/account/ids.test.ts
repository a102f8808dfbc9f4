import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { distinct, nameOf, readIds, unsearched } from "../../src/account/ids";
import { readEntries } from "../support/data";

/** What `--ids` reads. */

const namedIn = (text: string) => distinct(readIds(text).flatMap(({ named }) => named ?? []));

const entry = z.strictObject({ key: z.string(), named: z.string().optional(), name: z.string() });
const file = z.strictObject({
  text: z.string().optional(),
  document: z.unknown().optional(),
  named: z.array(z.string()),
  entries: z.array(entry).optional(),
});
const files = readEntries(join(__dirname, "ids.yaml"), "files", file);

describe("a file of ids", () => {
  it.each(files)("may be %s", (_, { document, text = JSON.stringify(document), named, entries }) => {
    expect(namedIn(text).map(nameOf)).toEqual(named);
    const found = readIds(text).map(({ key, named, name }) => ({
      key,
      named: named && nameOf(named),
      name: name?.trim(),
    }));
    if (entries) expect(found).toEqual(entries);
  });

  it.each([
    ["edge edghts_1", "line 1 must be KIND ID, where KIND is https-edge, tls-edge, tcp-edge, route"],
    ["https-edge", "line 1 must be KIND ID"],
    ["\nroute edghtsrt_1", "the id of a route must be EDGE/ROUTE"],
    ["https-edge ../x", "the id of a HTTPS edge must be an id"],
    ["https-edge .x", "the id of a HTTPS edge "],
    ['{ "resources": [] }', "the document names no object by its path, or by a type and an id"],
  ])("is refused if it is %j", (text, problem) => {
    expect(() => readIds(text)).toThrow(problem);
  });

  it("leaves unsaid what the API lists, and reports what was not looked for", () => {
    expect(unsearched([])).toEqual([
      "not looked for: HTTPS edges, TLS edges, TCP edges, routes, which the API does not list; " +
        "name them with --https-edge, --tls-edge, --tcp-edge, --route or --ids",
    ]);
    expect(unsearched(namedIn("https-edge a\ntls-edge b\ntcp-edge c\nroute a/d"))).toEqual([]);
  });
});
