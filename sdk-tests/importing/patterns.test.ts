import { expect, it } from "vitest";
import type { Account } from "../../src/account/account";
import { parseNamedEntry } from "../../src/account/ids/named-objects";
import { absentNotes } from "../../src/importing/patterns";

/** Notes about objects that the user names and that the account does not contain. */

const accountWith = (part: Partial<Account>): Account => ({
  objects: [],
  skipped: [],
  edgesWithoutModules: [],
  missingRoutes: [],
  ...part,
});

it("an edge whose module cannot be read is not reported as missing", () => {
  const entries = [parseNamedEntry("https-edge", "e_1"), parseNamedEntry("tls-edge", "e_1")];
  const skipped = [{ type: "HttpsEdgeMutualTls", id: "e_1", reason: "the answer has no id" }];
  expect(absentNotes(accountWith({ skipped }), entries, [])).toEqual(["not found: tls-edge e_1"]);
});
