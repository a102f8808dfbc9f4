import fc from "fast-check";

/** The resources that an operation includes, by name: those of `target` if set, otherwise all but `exclude`. */
export interface Limits {
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
}

/** The options of an `up` on the command line. */
export interface Options extends Limits {
  /** `--replace`; together with the same names as a target, `--target-replace`. */
  readonly replace?: readonly string[];
  readonly continueOnError?: boolean;
}

export const isLimited = ({ target, exclude }: Limits): boolean =>
  target !== undefined || exclude !== undefined;

export const takesPart = ({ target, exclude }: Limits, name: string): boolean =>
  target ? target.includes(name) : !exclude?.includes(name);

/** Removes the names that the engine refuses because it does not know them. An empty limit is removed. */
export function knownOptions(
  { target, exclude, replace, ...rest }: Options,
  known: ReadonlySet<string>,
): Options {
  const among = (names: readonly string[] = []) => names.filter((name) => known.has(name));
  const [targeted, excluded] = [among(target), among(exclude)];
  return {
    ...rest,
    replace: among(replace),
    ...(targeted.length > 0 && { target: targeted }),
    ...(excluded.length > 0 && { exclude: excluded }),
  };
}

/** A resource of a state, with the resource that it depends on. */
interface Dependent {
  readonly dependsOn?: string | undefined;
}

/**
 * Returns the resources that the engine deletes. With targets, it deletes only targets on which no other resource
 * depends. With excluded resources, it deletes nothing that an excluded resource depends on.
 * @throws an Error if a resource would have to be deleted that is not a target
 */
export function deletedWithin<T extends Dependent>(
  { target, exclude = [] }: Limits,
  state: ReadonlyMap<string, T>,
  going: readonly string[],
): string[] {
  if (!target) {
    const kept = new Set(exclude.flatMap((name) => [name, state.get(name)?.dependsOn]));
    return going.filter((name) => !kept.has(name));
  }
  const isImplied = (name: string) => target.includes(state.get(name)?.dependsOn ?? "");
  const implied = going.filter((name) => !target.includes(name) && isImplied(name));
  if (implied.length > 0)
    throw new Error(`${implied.join()} would have to be deleted, and is not a target`);
  return going.filter((name) => target.includes(name));
}

/** An arbitrary of limits of an operation on a stack with resources of these names. */
export const limitsOf = (names: readonly string[]): fc.Arbitrary<Limits> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.record({ target: fc.subarray([...names]) }) },
    { weight: 2, arbitrary: fc.record({ exclude: fc.subarray([...names], { maxLength: 3 }) }) },
  );

/**
 * An arbitrary of options of an `up` of a program with resources of these names, some of which can be replaced by name.
 */
export function optionsOf(
  names: readonly string[],
  replaceable: readonly string[],
): fc.Arbitrary<Options> {
  const replace = fc.subarray([...replaceable], { maxLength: 2 });
  const separate = fc
    .tuple(limitsOf(names), replace)
    .map(([limits, replaced]) => ({ ...limits, replace: replaced }));
  const together = replace.map((replaced) => ({ target: replaced, replace: replaced }));
  const limited = fc.oneof({ weight: 8, arbitrary: separate }, { weight: 1, arbitrary: together });
  return fc
    .tuple(limited, fc.boolean())
    .map(([options, continueOnError]) => ({ ...options, continueOnError }));
}
