import { join } from "node:path";
import { NAMESPACE } from "../../src/core/definitions/settings";
import { uncapitalized } from "../../src/core/schema/case";
import { withSecrets } from "../../src/core/schema/secrets";
import type { Values } from "../../src/core/schema/values";
import { resourceOf } from "./resources";

/** How the engine runs a provider: its resources as dynamic ones, or the plugin. */
export type FormName = "dynamic" | "plugin";

/** Both, for tests that hold for either. */
export const FORMS: readonly FormName[] = ["dynamic", "plugin"];

/**
 * For tests of which one form is enough in `npm test`, since others run the same code in both: the plugin, whose process
 * starts in a third of the time. `npm test -- --all` runs them in both.
 */
export const SAMPLED_FORMS: readonly FormName[] = process.env.ALL_TESTS ? FORMS : ["plugin"];

/** What differs between the two, as the engine sees it. */
export interface Form {
  /** The file that is run, by Node.js. */
  readonly script: string;
  /** Settings as the engine passes them on. */
  config(settings: Values): Values;
  /** Values as the engine passes them on, with what the program has marked as secret. */
  props(type: string, values: Values, secretPaths: readonly string[]): Values;
}

/** @param fresh For a process that plays several runs of the engine, one after the other. */
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

/** A form by its name. */
export const formOf = (name: FormName, fresh: boolean): Form =>
  name === "plugin" ? plugin : dynamic(fresh);
