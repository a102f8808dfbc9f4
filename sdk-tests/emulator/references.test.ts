import { expect, it } from "vitest";
import { defaultOptions } from "../../src/emulator/options/parsing";
import { ruleIssues } from "../../src/emulator/shapes/forms";
import { idsOf } from "../../src/emulator/shapes/members";
import { KnownObjects } from "../../src/emulator/state/fixtures";
import type { Caller } from "../../src/emulator/state/state";
import { Store } from "../../src/emulator/state/store";

/** Tests of the objects to which a request may refer. */

it("a request refers to objects of the fixtures, and to objects that a request of its account has created", () => {
  const store = new Store(undefined);
  const created = { kind: "ip_policy", path: "/ip_policies/ipp_created", body: {} };
  store.put({ account: "dev", ...created });
  const known = new KnownObjects({ ip_policies: [{ id: "ipp_fixture" }] });
  const issuesIn = (account: string, id: string) => {
    const state = { options: defaultOptions(), known, store } as Caller["state"];
    return ruleIssues(idsOf("ip_policies"), [id], { state, account, origin: "" });
  };
  const refusal = [{ member: "", message: "names an object that is not in ip_policies" }];
  expect(issuesIn("dev", "ipp_fixture")).toEqual([]);
  expect(issuesIn("dev", "ipp_created")).toEqual([]);
  expect(issuesIn("prod", "ipp_created")).toEqual(refusal);
  expect(issuesIn("dev", "ipp_other")).toEqual(refusal);
  store.close();
});
