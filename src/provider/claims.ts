/**
 * Which modules the resources of the running program configure, and by which type. The engine checks them one after the
 * other in this process, so the second of two that configure the same module can be refused. Not seen are ids that are
 * not known yet, resources of another provider instance, and of other programs.
 */
const claims = new Map<string, string>();

/** What a refresh compares before the program runs is what the last program asked for, and claims nothing. */
let isProgramRunning = false;

/** Says that the program has begun to register resources. */
export function programRuns(): void {
  isProgramRunning = true;
}

/** Claims modules for resources of a type; gives the problems with those that another type has claimed. */
export function claim(type: string, modules: readonly string[]): string[] {
  if (!isProgramRunning) return [];
  return modules.flatMap((path) => {
    const other = claims.get(path) ?? type;
    claims.set(path, other);
    const problem = `the module at ${path} is configured by a resource of type ${other} too: one of them has to go`;
    return other === type ? [] : [problem];
  });
}
