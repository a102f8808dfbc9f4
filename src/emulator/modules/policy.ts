import { z } from "@hono/zod-openapi";
import type { OptionValues } from "../options/registry";
import { enabled, filledText, text, texts } from "../shapes/members";
import type { Issue } from "../validation/issue";
import { defineModule, oneOf } from "./definition";

const action = z.strictObject({
  type: filledText,
  config: z.record(z.string(), z.unknown()).nullish(),
});

const rule = z.strictObject({
  name: text.nullish(),
  expressions: texts.nullish(),
  actions: z.union([action, z.array(action)]).nullish(),
});

const rules = z.union([rule, z.array(rule)]).nullish();

export const policy = defineModule({
  title: "EndpointPolicy",
  write: z.strictObject({ enabled, inbound: rules, outbound: rules }),
  check: (value, { options }) =>
    (["inbound", "outbound"] as const).flatMap((direction) => [
      ...shapeIssues(value[direction], direction, options.policyShape),
      ...asList(value[direction]).flatMap(({ actions }) => actionIssues(actions, `${direction}.actions`, options)),
    ]),
});

type Actions = z.output<typeof rule>["actions"];

function actionIssues(actions: Actions, member: string, options: OptionValues): Issue[] {
  return [
    ...shapeIssues(actions, member, options.policyShape),
    ...asList(actions).flatMap(({ type }) => oneOf(options.policyActionTypes, type, `${member}.type`)),
  ];
}

function shapeIssues(value: unknown, member: string, shape: OptionValues["policyShape"]): Issue[] {
  if (shape === "either" || value === undefined || value === null) return [];
  if (Array.isArray(value) === (shape === "list")) return [];
  return [{ member, message: `must be ${shape === "list" ? "a list" : "an object"}` }];
}

function asList<T>(value: T | readonly T[] | null | undefined): readonly T[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value as T];
}
