import { join } from "node:path";
import { NAMESPACE } from "../../src/core/definitions/settings";
import { uncapitalized } from "../../src/core/schema/case";
import { withSecrets } from "../../src/core/schema/secrets";
import type { Values } from "../../src/core/schema/values";
import { resourceOf } from "./resources";

/** The form of a provider in the engine: dynamic resources, or the plugin. */
export type FormName = "dynamic" | "plugin";

/** Both forms, for tests that hold for either. */
export const FORMS: readonly FormName[] = ["dynamic", "plugin"];

/**
 * The forms for tests for which one form is enough in `.ci/run`, because other tests run the same code in both: the
 * plugin, whose process starts in a third of the time. `npm test -- --all` runs them in both forms.
 */
export const SAMPLED_FORMS: readonly FormName[] = process.env.ALL_TESTS ? FORMS : ["plugin"];

/** The differences between the two forms for the engine. */
export interface Form {
  /** The file that Node.js runs. */
  readonly script: string;
  /** Settings in the form that the engine sends. */
  config(settings: Values): Values;
  /** Values in the form that the engine sends, with the marks of the program's secrets. */
  props(type: string, values: Values, secretPaths: readonly string[]): Values;
}

/** @param fresh True for a process that plays several runs of the engine in sequence. */
const dynamic = (fresh: boolean): Form => ({
  script: require.resolve("@pulumi/pulumi/cmd/dynamic-provider"),
  config: (settings) =>
    Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [`${NAMESPACE}:${name}`, value]),
    ),
  props: (type, values, secretPaths) => ({
    ...values,
    ...(secretPaths.length > 0 && { __secrets: secretPaths }),
    __provider: fresh
      ? `exports.handler=()=>require(${JSON.stringify(require.resolve("./fresh-runs.cjs"))}).provider("${uncapitalized(type)}")`
      : `exports.handler=()=>require("pulumi-edge-ingress/provider-v1").${uncapitalized(type)}`,
  }),
});

const plugin: Form = {
  script: join(__dirname, "../../plugin/pulumi-resource-edge-ingress"),
  config: (settings) => settings,
  props: (type, values, secretPaths) =>
    withSecrets(resourceOf(type).definition.fields, values, undefined, secretPaths),
};

/** A form, by name. */
export const formOf = (name: FormName, fresh: boolean): Form =>
  name === "plugin" ? plugin : dynamic(fresh);
