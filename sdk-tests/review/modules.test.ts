import { expect, it } from "vitest";
import { z } from "zod";
import type { Values } from "../../src/core/schema/values";
import { strengthOf } from "../../src/insight/ingress/access";
import type { Arguments } from "../../src/insight/ingress/arguments";
import { flawsOf } from "../../src/insight/ingress/flaws";
import type { Ingress } from "../../src/insight/ingress/ingress";
import { moduleNames, modules } from "../../src/insight/ingress/modules";
import { exportOf, ingressIn, onEdge, route } from "../expectations/stacks";
import { dataBeside, values } from "../support/data";

/** Tests of modules alone: their descriptions, their strength and their flaws. */

const flaw = z.strictObject({
  rule: z.string(),
  path: z.string(),
  message: z.string(),
  summary: z.string(),
  strength: z.string().optional(),
  level: z.number().optional(),
  isLikelyMistake: z.boolean().default(true),
});

const { cases } = dataBeside(__filename, {
  cases: z.array(
    z.strictObject({
      module: z.enum(moduleNames),
      args: values,
      description: z.string(),
      /** Default: the strength of a module that does not decide who gets in. */
      strength: z.string().default("nothing"),
      flaws: z.array(flaw).default([]),
    }),
  ),
});

const RESOURCES = {
  tlsTermination: "HttpsEdgeTlsTermination",
  mutualTls: "HttpsEdgeMutualTls",
} as const;

function ingressWith(module: (typeof cases)[number]["module"], args: Values): Ingress {
  const isOfEdge = module === "tlsTermination" || module === "mutualTls";
  return ingressIn(
    exportOf([isOfEdge ? onEdge(RESOURCES[module], args) : route("api", "/", { [module]: args })]),
  );
}

it.each(cases)(
  "$module with $args is described and judged",
  ({ module, args, description, strength, flaws }) => {
    const { objects } = ingressWith(module, args);
    const read = objects[0]?.modules[module] as Arguments;
    const found = flawsOf(module, read).map(({ kind, ...members }) => ({
      rule: kind.id,
      ...members,
    }));
    expect({
      description: modules[module].describe(read),
      strength: strengthOf(module, read),
      flaws: found,
    }).toEqual({
      description,
      strength,
      flaws,
    });
  },
);

it("there is a case for each module", () => {
  expect(new Set(cases.map(({ module }) => module))).toEqual(new Set(moduleNames));
});
