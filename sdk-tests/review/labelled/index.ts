import { join } from "node:path";
import { z } from "zod";
import { allRules } from "../../../src/insight/rules/index";
import { readEntries, text, values } from "../../support/data";
import { type Declared, programOf } from "../declared";

/**
 * The labels of the YAML files in this folder. `programOf` describes the form of the programs there, and
 * docs/review-labels.md who may change a label, and how.
 */

const severity = z.enum(["high", "medium", "low", "none"]);
const program = values.optional().transform((stated): readonly Declared[] => programOf(stated));
const change = z.strictObject({
  /** The exact highest severity of the findings. */
  expected: severity,
  /** Another severity that is also correct. */
  accepted: z.strictObject({ severity, because: text }).optional(),
  /** A rule that finds the change. */
  rule: text.optional(),
  /** Set if no other rule has a finding. */
  alone: z.literal(true).optional(),
  /** The reason for the label. */
  because: text.optional(),
  overruled: z
    .strictObject({ expected: severity, inPluginAlone: z.literal(true).optional(), because: text })
    .optional(),
  /**
   * The reason why the review does not meet the label yet. The test is expected to fail, and reports a label that is
   * met.
   */
  unmet: text.optional(),
  /** The stack's configuration after the change. */
  config: values.optional(),
  before: program,
  after: program,
});
const drift = z.strictObject({
  expected: severity,
  because: text,
  accepted: z.strictObject({ severity, because: text }).optional(),
  overruled: z.strictObject({ expected: severity, because: text }).optional(),
  unmet: text.optional(),
  declared: values.transform(programOf),
  remote: z.record(text, z.union([z.literal("deleted"), values])),
});

/**
 * A change of a program. Each program has a separate edge (`EDGE`) and domain (`DOMAIN`), so that all programs fit into
 * one stack.
 */
export interface LabelledChange extends Readonly<Omit<z.infer<typeof change>, "overruled">> {
  readonly name: string;
  /** The file that contains the label. */
  readonly file: string;
  /** The severity for plugin resources, if it differs. */
  readonly inPlugin?: z.infer<typeof severity>;
}

/** A change by another party to a resource of the program on the server. */
export interface Remote {
  /** Name of the resource. */
  readonly resource: string;
  /** Arguments that were replaced, by name; null for an argument that was unset, or for a module that was deleted. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Set if the whole object was deleted. */
  readonly deleted?: true;
}

/** A program, and a change of the objects that it has created. */
export interface LabelledDrift
  extends Pick<LabelledChange, "name" | "file" | "expected" | "accepted" | "unmet"> {
  readonly because: string;
  readonly declared: readonly Declared[];
  readonly remote: readonly Remote[];
}

/** The changes of a file, in groups. */
const changesOf = (file: string) =>
  readEntries(join(__dirname, `${file}.yaml`), "changes", change).map(
    ([name, { overruled, ...label }]) => {
      const isRisky = label.expected === "high" || label.expected === "medium";
      const inPlugin = overruled?.inPluginAlone && { inPlugin: overruled.expected };
      const expected = inPlugin || !overruled ? label.expected : overruled.expected;
      const group = label.config ? "config" : isRisky ? "risky" : "harmless";
      return { group, ...{ ...label, name, file, expected, ...inPlugin } };
    },
  );

const inGroup = (all: ReturnType<typeof changesOf>, group: string): readonly LabelledChange[] =>
  all.filter((change) => change.group === group);

const byRule = changesOf("by-rule");
const labels = [
  ...["logins", "tokens-and-networks", "routes-and-objects", "hidden-and-unknown", "harmless"],
  ...["reader", "by-reference", "by-class", "found", "providers-and-serving"],
].flatMap(changesOf);

/** Changes that open or break something, or may do so. */
export const riskyChanges = inGroup([...byRule, ...labels], "risky");
/** Changes that open nothing and break nothing. */
export const harmlessChanges = inGroup([...byRule, ...labels], "harmless");
/** Changes with labels by people other than the authors of the rules, each with a reason. */
export const labelledByOthers = labels.filter(({ group }) => group !== "config");
/** Changes of a stack's configuration. */
export const configChanges = inGroup(labels, "config");

/** The example of each rule that has an example, by id; docs/review-rules.md shows them. */
export const examples = allRules.flatMap(({ id, example }) => {
  if (!example) return [];
  return [[id, { before: programOf(example.before), after: programOf(example.after) }] as const];
});

/** True if a change has options of Pulumi whose effect on a resource only the engine knows. */
export const needsEngine = ({ after }: LabelledChange): boolean =>
  after.some(({ options = {} }) =>
    ["aliases", "replaceOnChanges", "additionalSecretOutputs"].some((name) => name in options),
  );

/** True if a change has a value that no program can have in every run, such as the id of any of several resources. */
export const isImitatedOnly = (change: LabelledChange): boolean =>
  JSON.stringify(change).includes('"$id":[');

/** True if the review is known not to meet a label: the test of such a label is expected to fail. */
export const isUnmet = ({ unmet }: Pick<LabelledChange, "unmet">): boolean => unmet !== undefined;

/** Labels with their names, for the titles of tests. */
export const named = <Label extends Pick<LabelledChange, "name">>(labels: readonly Label[]) =>
  labels.map((label) => [label.name, label] as const);

/** Changes of the server by another party, each labelled with the findings that a reviewer should get. */
export const labelledDrifts: readonly LabelledDrift[] = readEntries(
  join(__dirname, "drifts.yaml"),
  "drifts",
  drift,
).map(([name, { remote, overruled, ...label }]) => ({
  ...{ name, file: "drifts", ...label, expected: overruled?.expected ?? label.expected },
  remote: Object.entries(remote).map(([resource, set]) =>
    set === "deleted" ? { resource, deleted: true } : { resource, set },
  ),
}));
