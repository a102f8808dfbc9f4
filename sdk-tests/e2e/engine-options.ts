import { describe, expect } from "vitest";
import { withEmulator } from "../support/fixtures";
import { SAMPLED_FORMS } from "../support/forms";
import { changesIn } from "../support/moving-modules";
import { type Language, TestStack } from "../support/stack";
import { runOf } from "./engine-option-runs";
import { documented, requestsOf, warningsIn, warningsOf } from "./engine-option-tables";

/**
 * Tests that the engine confirms the tables of engine options in docs/modules.md: the effect of each option on a stack
 * with two routes. The login of one route has the argument `route`, and the login of the other has ids. All rows take
 * minutes, and need `--all`.
 */

/** `npm test` tries a row, `npm test -- --all` every row. */
const tried = process.env.ALL_TESTS ? documented : documented.slice(0, 1);

/** Carries out the tables by programs in a language. */
export function tryEngineOptions(language: Language): void {
  const it = withEmulator();

  describe.each(SAMPLED_FORMS)(`in ${language}, as %s`, (form) => {
    it.for(tried)("$group: $use: sends and logs what the page has", async (row, { emulator }) => {
      emulator.reset();
      const run = runOf(row);
      if (!run) throw new Error("engine-option-runs.ts lacks this row");
      const { before, act, refuses, unrelatedRequests = [] } = run;
      await using stack = await TestStack.create(emulator, {}, form, language);
      await stack.up(before);
      const urns = await stack.urns();
      emulator.clearRequests();
      emulator.addFault({ method: "POST", path: "/agent_ingresses", status: 400, times: 1 });
      emulator.addFault({
        method: "PATCH",
        path: "/edges/https/{edge_id}/routes/{id}",
        status: 400,
        times: 2,
      });
      if (refuses === "routes")
        emulator.addFault({
          method: "POST",
          path: "/edges/https/{edge_id}/routes",
          status: 400,
          times: 2,
        });
      const text = await act(stack, (name) => urns.get(name) ?? newUrn(urns, name));
      expect(changesIn(emulator)).toEqual([...requestsOf(row, form), ...unrelatedRequests].sort());
      expect(warningsIn(text)).toEqual(warningsOf(row, form));
    });
  });
}

/** The URN of a module resource that the state does not have yet: under its new name, or as the login of a route. */
function newUrn(urns: ReadonlyMap<string, string>, name: string): string {
  if (name === "new") return (urns.get("old") ?? "").replace(/old$/, "new");
  const route = urns.get(name.replace(/-\w+$/, "")) ?? "";
  return route.replace(/HttpsEdgeRoute::.*/, `HttpsEdgeRouteOAuth::${name}`);
}
