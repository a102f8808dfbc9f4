import fc from "fast-check";
import { expect, it } from "vitest";
import { changesOf } from "../../src/insight/change/change";
import { readPreview } from "../../src/insight/engine/preview";
import { exportOf } from "../expectations/stacks";
import { resourcesWith } from "../map/maps";
import { changes } from "../review/oracle/generate";
import { previewText } from "../review/oracle/preview";
import { type Inputs, reportsOf } from "./reports";

/**
 * The engine registers resources in a different order in every run. The reports of the same change, or of the same
 * stack, are nevertheless equal byte by byte, so that a comment on a pull request is edited only if the report changes.
 */

const SEED = Number(process.env.REVIEW_SEED ?? Date.now() % 2 ** 31);

interface Named {
  readonly urn: string;
}

/** Items in a different order, in which the items of a resource keep their order. */
function reordered<T extends Named>(items: readonly T[], keys: readonly number[]): T[] {
  const groups = Map.groupBy(items, ({ urn }) => urn);
  const keyed = [...groups.values()].map((group, index) => ({
    group,
    key: keys[index % keys.length] ?? 0,
  }));
  return keyed.sort((a, b) => a.key - b.key).flatMap(({ group }) => group);
}

function reorderedPreview(text: string, keys: readonly number[]): string {
  const { steps, ...rest } = JSON.parse(text);
  return JSON.stringify({ ...rest, steps: reordered(steps, keys) });
}

function reorderedExport(text: string, keys: readonly number[]): string {
  const { deployment, ...rest } = JSON.parse(text);
  return JSON.stringify({
    ...rest,
    deployment: { ...deployment, resources: reordered(deployment.resources, keys) },
  });
}

const exports = ["x", "y"].map((text) => [text, exportOf(resourcesWith(text))] as const);

function inputsOf(preview: string): Inputs {
  const { serving } = changesOf(readPreview(preview)).after;
  const edge = [...new Set(serving.map(({ scope }) => scope.edge))].sort()[0] ?? "edge_1";
  const request = { edge, path: "/admin" };
  return {
    ...{ preview, request, list: { all: [], selected: [], notes: [] } },
    exports: exports.map(([label, text]) => [label, text]),
    expectations: ["narrowest", "every"].map((routes) => ({
      ...request,
      ...{
        routes: routes as "narrowest" | "every",
        expect: { protectedBy: ["any"], servedBy: "x", tls: "1.2" },
      },
    })),
  };
}

it(`of the steps of a preview and the resources of an export is in no report (seed ${SEED})`, () => {
  const keys = fc.array(fc.nat(1_000_000), { minLength: 8, maxLength: 40 });
  const isStable = fc.property(
    changes,
    fc.constantFrom("dynamic", "plugin"),
    keys,
    ({ before, after }, form, order) => {
      const inputs = inputsOf(previewText(before, after, form));
      const others: Inputs = {
        ...inputs,
        preview: reorderedPreview(inputs.preview, order),
        exports: inputs.exports.map(([label, text]) => [label, reorderedExport(text, order)]),
      };
      expect(reportsOf(others)).toEqual(reportsOf(inputs));
    },
  );
  fc.assert(isStable, { seed: SEED, numRuns: 150 });
}, 120_000);
