/** The parts of a package schema from which SDKs are generated. */
export interface PackageSchema {
  readonly types?: Readonly<Record<string, TypeSpec>>;
  readonly resources?: Readonly<Record<string, ResourceSpec>>;
  readonly functions?: Readonly<Record<string, FunctionSpec>>;
  readonly config?: { readonly variables?: Properties };
  readonly provider?: { readonly inputProperties?: Properties };
}

interface PropertySpec {
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: PropertySpec;
  readonly additionalProperties?: PropertySpec;
  readonly oneOf?: readonly PropertySpec[];
}

type Properties = Readonly<Record<string, PropertySpec>>;

interface ObjectSpec {
  readonly properties?: Properties;
  readonly required?: readonly string[];
}

type TypeSpec = ObjectSpec & { readonly enum?: readonly { readonly value: string }[] };
type ResourceSpec = ObjectSpec & {
  readonly inputProperties?: Properties;
  readonly requiredInputs?: readonly string[];
};
type FunctionSpec = { readonly inputs?: ObjectSpec; readonly outputs?: ObjectSpec };

/** The changes that break programs that use an SDK of the former schema, a sentence for each change. */
export function breakingChanges(before: PackageSchema, after: PackageSchema): string[] {
  return [
    ...changesByName("type", before.types, after.types, typeChanges),
    ...changesByName("resource", before.resources, after.resources, resourceChanges),
    ...changesByName("function", before.functions, after.functions, functionChanges),
    ...argumentChanges(
      "setting",
      asArguments(before.config?.variables),
      asArguments(after.config?.variables),
    ),
    ...argumentChanges(
      "argument of the provider",
      asArguments(before.provider?.inputProperties),
      asArguments(after.provider?.inputProperties),
    ),
  ];
}

type Named<Spec> = Readonly<Record<string, Spec>>;

/** The changes of specs that both schemas have, and the specs that were removed. */
const changesByName = <Spec,>(
  kind: string,
  before: Named<Spec> = {},
  after: Named<Spec> = {},
  changes: (name: string, before: Spec, after: Spec) => string[],
): string[] =>
  Object.entries(before).flatMap(([token, spec]) => {
    const [name = token] = token.split(":").slice(-1);
    const now = after[token];
    return now === undefined ? [`the ${kind} ${name} is gone`] : changes(name, spec, now);
  });

const resourceChanges = (name: string, before: ResourceSpec, after: ResourceSpec): string[] => [
  ...argumentChanges(
    `argument of ${name}`,
    asArguments(before.inputProperties, before.requiredInputs),
    asArguments(after.inputProperties, after.requiredInputs),
  ),
  ...outputChanges(`output of ${name}`, before, after),
];

const functionChanges = (name: string, before: FunctionSpec, after: FunctionSpec): string[] => [
  ...argumentChanges(`argument of ${name}`, before.inputs ?? {}, after.inputs ?? {}),
  ...outputChanges(`result of ${name}`, before.outputs ?? {}, after.outputs ?? {}),
];

/** A type can be used by arguments and by outputs. */
function typeChanges(name: string, before: TypeSpec, after: TypeSpec): string[] {
  const values = new Set(after.enum?.map(({ value }) => value));
  const removed = (before.enum ?? []).filter(({ value }) => !values.has(value));
  return [
    ...removed.map(({ value }) => `the value "${value}" of ${name} is gone`),
    ...argumentChanges(`member of ${name}`, before, after),
    ...absences(`member of ${name}`, before, after),
  ];
}

const asArguments = (
  properties: Properties = {},
  required: readonly string[] = [],
): ObjectSpec => ({
  properties,
  required,
});

const argumentChanges = (kind: string, before: ObjectSpec, after: ObjectSpec): string[] => {
  const wasRequired = new Set(before.required);
  const added = (after.required ?? []).filter((name) => !wasRequired.has(name));
  return [
    ...propertyChanges(kind, before, after),
    ...added.map((name) => `the ${kind} ${name} is required`),
  ];
};

const outputChanges = (kind: string, before: ObjectSpec, after: ObjectSpec): string[] => [
  ...propertyChanges(kind, before, after),
  ...absences(kind, before, after),
];

/** The values that were always present and can now be absent, which changes their type in SDKs. */
function absences(kind: string, before: ObjectSpec, after: ObjectSpec): string[] {
  const isRequired = new Set(after.required);
  const present = (before.required ?? []).filter((name) => name in (after.properties ?? {}));
  return present
    .filter((name) => !isRequired.has(name))
    .map((name) => `the ${kind} ${name} can be absent`);
}

function propertyChanges(kind: string, before: ObjectSpec, after: ObjectSpec): string[] {
  return Object.entries(before.properties ?? {}).flatMap(([name, spec]) => {
    const now = after.properties?.[name];
    if (now === undefined) return [`the ${kind} ${name} is gone`];
    const [was, is] = [typeText(spec), typeText(now)];
    return was === is ? [] : [`the ${kind} ${name} is ${is}, and was ${was}`];
  });
}

/** A text and a value of an enumeration have the same type in a program. */
function typeText({
  type = "any",
  $ref,
  items,
  additionalProperties,
  oneOf,
}: PropertySpec): string {
  if (oneOf) return typeText(oneOf[0] ?? {});
  if ($ref !== undefined) return $ref.split(/[:#/]/).at(-1) ?? $ref;
  if (items) return `list of ${typeText(items)}`;
  return additionalProperties ? `map of ${typeText(additionalProperties)}` : type;
}
