import { z } from "zod";
import { isObject, isSet, type Values } from "../../core/schema/values";

/**
 * The formats that the engine writes, CLI 3.182 to 3.259: the document of `--json`, the events of its stream, and an export.
 * Only envelopes are checked, not the arguments and outputs in them. Members of no schema are kept, so that `unread.ts` can report
 * them. The engine leaves out an empty member, or writes null.
 */

/** A member that is known, and not read. */
const ignored = z.unknown().optional();
/** A member whose reader skips whatever is not in the expected form. */
const unchecked = z.unknown().optional();
const flag = z.boolean().nullish();
const text = z.string().nullish();
const texts = z.array(z.string()).nullish();
const object = z.custom<Values>(isObject, "is not an object").nullish();

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string");

/** Lists of URNs by arguments. */
const dependencies = z.custom<Readonly<Record<string, readonly string[] | null>>>(
  (value) =>
    isObject(value) && Object.values(value).every((urns) => !isSet(urns) || isListOfTexts(urns)),
  "are not lists of URNs, as Pulumi prints them",
);

/** The state of a resource, in a document, an event or an export. */
export const resourceState = z.looseObject({
  urn: text,
  type: ignored,
  id: text,
  custom: flag,
  external: flag,
  delete: flag,
  inputs: object,
  outputs: object,
  provider: text,
  propertyDependencies: dependencies.nullish(),
  additionalSecretOutputs: texts,
  deletedWith: text,
  retainOnDelete: flag,
  pendingReplacement: flag,
  initErrors: texts,
  stackTrace: unchecked,
  parent: ignored,
  protect: ignored,
  taint: ignored,
  dependencies: ignored,
  aliases: ignored,
  customTimeouts: ignored,
  importID: text,
  replaceWith: ignored,
  created: ignored,
  modified: ignored,
  sourcePosition: ignored,
  ignoreChanges: ignored,
  hideDiff: ignored,
  hideDiffs: ignored,
  replaceOnChanges: ignored,
  replacementTrigger: ignored,
  refreshBeforeUpdate: ignored,
  viewOf: ignored,
  resourceHooks: ignored,
  extensionRef: ignored,
  snippetID: ignored,
  lastRefreshed: ignored,
});

export type ResourceState = z.infer<typeof resourceState>;

const operation = z.string();
const urn = z.string().includes("::", "is not a URN");

/** A step in a document. `diffReasons` names top-level arguments, `detailedDiff` has the paths of the values in them that differ. */
export const documentStep = z.looseObject({
  op: operation,
  urn,
  oldState: resourceState.nullish(),
  newState: resourceState.nullish(),
  diffReasons: texts,
  detailedDiff: object,
  provider: ignored,
  replaceReasons: ignored,
});

export type DocumentStep = z.infer<typeof documentStep>;

/** A step in an event, in which the members of a document's step have other names. */
export const eventStep = z.looseObject({
  op: operation,
  urn,
  old: resourceState.nullish(),
  new: resourceState.nullish(),
  diffs: texts,
  detailedDiff: object,
  provider: ignored,
  type: ignored,
  keys: ignored,
  logical: ignored,
});

export type EventStep = z.infer<typeof eventStep>;

const diagnostic = z.looseObject({ severity: text, urn: text, prefix: text, message: text });

export type Diagnostic = z.infer<typeof diagnostic>;

/** The number of steps of each operation. */
const changeSummary = z.record(z.string(), z.number()).nullish();

/** The document that `pulumi preview --json` prints; `PreviewDigest` in the engine's source. */
export const previewDocument = z.looseObject({
  config: object,
  steps: z.array(documentStep).nullish(),
  diagnostics: z.array(diagnostic).nullish(),
  changeSummary,
  duration: ignored,
  maybeCorrupt: ignored,
});

const resourceEvent = z.looseObject({ metadata: eventStep });

/** An event: `pulumi preview --json` prints one in each line if PULUMI_ENABLE_STREAMING_JSON_PREVIEW is set. */
export const engineEvent = z.looseObject({
  preludeEvent: z.looseObject({ config: object }).nullish(),
  resourcePreEvent: resourceEvent.nullish(),
  resOutputsEvent: resourceEvent.nullish(),
  diagnosticEvent: diagnostic.nullish(),
  errorEvent: z.looseObject({ error: text }).nullish(),
  summaryEvent: z
    .looseObject({ isPreview: flag, result: text, resourceChanges: changeSummary })
    .nullish(),
  sequence: ignored,
  timestamp: ignored,
  type: ignored,
  cancelEvent: ignored,
  stdoutEvent: ignored,
  resOpFailedEvent: ignored,
  policyEvent: ignored,
  policyRemediationEvent: ignored,
  policyLoadEvent: ignored,
  policyAnalyzeSummaryEvent: ignored,
  policyRemediateSummaryEvent: ignored,
  policyAnalyzeStackSummaryEvent: ignored,
  startDebuggingEvent: ignored,
  progressEvent: ignored,
});

export type EngineEvent = z.infer<typeof engineEvent>;

const storedResource = resourceState.extend({ urn: z.string() });

export type StoredResource = z.infer<typeof storedResource>;

/** An operation that an interrupted update had begun, by the engine's word for it: `creating`, `updating` and so on. */
const pendingOperation = z.looseObject({ type: z.string(), resource: storedResource });

export type PendingOperation = z.infer<typeof pendingOperation>;

/** The document that `pulumi stack export` writes. A stack that was never updated has no deployment. */
export const stackExport = z.looseObject({
  version: z.number().nullish(),
  deployment: z
    .looseObject({
      resources: z.array(storedResource).nullish(),
      pending_operations: z.array(pendingOperation).nullish(),
    })
    .nullish(),
});

/** The names of the members of a value that its schema does not contain. */
export const unknownMembers = (format: { readonly shape: object }, value: Values): string[] =>
  Object.keys(value).filter((name) => !Object.hasOwn(format.shape, name));

/**
 * Checks a value that the engine has written.
 *
 * @param refusal The beginning of the error's message.
 * @throws {Error} with the path of the first problem, or the URN of the resource that has it, and what to do.
 */
export function parseFormat<Format extends z.ZodType>(
  format: Format,
  value: unknown,
  refusal: string,
): z.infer<Format> {
  const { success, data, error } = format.safeParse(value, {
    error: ({ expected }) => `is not of the type ${expected}`,
  });
  if (success) return data;
  const [issue] = error.issues;
  const path = issue?.path ?? [];
  throw new Error(
    `${refusal}: ${placeOf(value, path)} ${issue?.message}: pass the output of \`pulumi\` unchanged`,
  );
}

/** The place of a problem: the member of a resource if the resource has a URN, else the path from the beginning. */
function placeOf(value: unknown, path: readonly PropertyKey[]): string {
  let holder = value;
  for (const key of path.slice(0, -1)) holder = (holder as Record<PropertyKey, unknown>)[key];
  if (!isObject(holder) || !urn.safeParse(holder.urn).success) return z.core.toDotPath(path);
  return `${String(path.at(-1))} of ${holder.urn}`;
}
