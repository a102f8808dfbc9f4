import { join } from "node:path";
import { z } from "zod";
import { readData } from "../../support/data";
import { type Declared, programOf } from "../declared";

/** The labels of the YAML files beside this one; `programOf` describes how programs are written there. */

const severity = z.enum(["high", "medium", "low", "none"]);
const values = z.record(z.string(), z.unknown());
const change = z.strictObject({
  expected: severity,
  rule: z.string().optional(),
  because: z.string().optional(),
  overruled: z
    .strictObject({ expected: severity, inPluginAlone: z.literal(true).optional(), because: z.string() })
    .optional(),
  unmet: z.string().optional(),
  config: values.optional(),
  before: values.optional(),
  after: values.optional(),
});
const drift = z.strictObject({
  expected: severity,
  because: z.string(),
  unmet: z.string().optional(),
  declared: values,
  remote: z.record(z.string(), z.union([z.literal("deleted"), values])),
});

/** A change of a program. Each has an edge (`EDGE`) and a domain (`DOMAIN`) of its own, so that all fit into one stack. */
export interface LabelledChange {
  readonly name: string;
  /** For `high` and `medium` the lowest severity of the highest finding, for `low` and `none` the highest. */
  readonly expected: z.infer<typeof severity>;
  /** The same for plugin resources, if it differs. */
  readonly inPlugin?: z.infer<typeof severity>;
  /** A rule that finds the change. */
  readonly rule?: string | undefined;
  /** The reason for the label. */
  readonly because?: string | undefined;
  /** The stack's configuration after the change. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly before: readonly Declared[];
  readonly after: readonly Declared[];
}

/** What another party did to a resource of the program on the server. */
export interface Remote {
  /** Name of the resource. */
  readonly resource: string;
  /** Arguments that were replaced, by their names; null for an argument that was unset, or for a module that was deleted. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** The whole object was deleted. */
  readonly deleted?: true;
}

/** A program, and a change of what it has created. */
export interface LabelledDrift extends Pick<LabelledChange, "name" | "expected"> {
  readonly because: string;
  readonly declared: readonly Declared[];
  readonly remote: readonly Remote[];
}

const isRisky = ({ expected }: z.infer<typeof change>): boolean => expected === "high" || expected === "medium";

/** The changes of a file that the review labels as it ought to, in two groups, and those of a stack's configuration. */
function changesOf(file: string) {
  const schema = z.strictObject({ values: values.optional(), changes: z.record(z.string(), change) });
  const all = Object.entries(readData(join(__dirname, `${file}.yaml`), schema).changes);
  const made = (chosen: (label: z.infer<typeof change>) => boolean): LabelledChange[] =>
    all.flatMap(([name, label]) => {
      if (label.unmet !== undefined || !chosen(label)) return [];
      const { expected, overruled = { expected }, rule, because, config, before, after } = label;
      const inPlugin = "inPluginAlone" in overruled && overruled.inPluginAlone === true;
      return {
        ...{ name, rule, because },
        expected: inPlugin ? expected : overruled.expected,
        ...(inPlugin && { inPlugin: overruled.expected }),
        ...(config && { config }),
        ...{ before: programOf(before), after: programOf(after) },
      };
    });
  return {
    risky: made((label) => !label.config && isRisky(label)),
    harmless: made((label) => !label.config && !isRisky(label)),
    configs: made((label) => label.config !== undefined),
  };
}

const byRule = changesOf("by-rule");
const reader = changesOf("reader");
const labels = [
  ...["logins", "tokens-and-networks", "routes-and-objects", "hidden-and-unknown", "harmless"].map(changesOf),
  reader,
  changesOf("by-class"),
];

/** Changes with the rule that has to find each, by the authors of the rules. */
export const riskyChanges = byRule.risky;
export const harmlessChanges = byRule.harmless;
/** Changes that open or break something, or may: a review is to report each with its severity or a higher one. */
export const riskyLabels = labels.flatMap(({ risky }) => risky);
/** Changes of which a review is to report `low` at most. */
export const harmlessLabels = labels.flatMap(({ harmless }) => harmless);
/** Changes of a stack's configuration. */
export const configChanges = reader.configs;

/** Whether a change has options of Pulumi of which only the engine knows what they do to a resource. */
export const needsEngine = ({ after }: LabelledChange): boolean =>
  after.some(({ options = {} }) => "aliases" in options || "replaceOnChanges" in options);

/** Changes of the server by another party, each labelled with what a reviewer ought to hear of it. */
export const labelledDrifts: readonly LabelledDrift[] = Object.entries(
  readData(
    join(__dirname, "drifts.yaml"),
    z.strictObject({ values: values.optional(), drifts: z.record(z.string(), drift) }),
  ).drifts,
).flatMap(([name, { unmet, declared, remote, ...label }]) =>
  unmet === undefined
    ? {
        ...{ name, ...label, declared: programOf(declared) },
        remote: Object.entries(remote).map(([resource, set]) =>
          set === "deleted" ? { resource, deleted: true } : { resource, set },
        ),
      }
    : [],
);
