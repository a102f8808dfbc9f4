import * as pulumi from "@pulumi/pulumi";
import { type Definition, modulePaths } from "../../core/schema/definition";
import { pathKeys } from "../../core/schema/field";
import { tokenOf } from "./form";

/** The resources that ask for modules, by the modules' paths: for each account of each run of a program. */
const owners = new WeakMap<object, Map<string, string>>();

/** The arguments. The last id in the path fails if another resource of the program asks for the same module. */
export function claiming(
  definition: Definition,
  args: Record<string, unknown>,
  opts: pulumi.CustomResourceOptions,
  resource: string,
): Record<string, unknown> {
  const keys = pathKeys(definition.fields);
  const last = keys.at(-1);
  if (last === undefined || definition.kind !== "singleton") return args;
  const account = accountOf(definition, opts);
  const ids = Object.fromEntries(keys.map((key) => [key, args[key]]));
  const checked = pulumi.all(ids).apply((known) => {
    const claimed = owners.get(account) ?? new Map<string, string>();
    owners.set(account, claimed);
    for (const path of modulePaths(definition, undefined, known)) {
      const other = claimed.get(path);
      const problem = `the module at ${path} is already configured by ${other}: remove one of the two`;
      if (other !== undefined) throw new pulumi.RunError(`${resource}: ${problem}`);
      claimed.set(path, resource);
    }
    return known[last];
  });
  return { ...args, [last]: checked };
}

/**
 * The account that a resource is in, as far as a program can tell: that of its provider, or else of the running program.
 * The Automation API runs several programs in one process, each with a monitor of its own.
 */
const accountOf = (definition: Definition, opts: pulumi.CustomResourceOptions): object =>
  opts.provider ?? opts.parent?.getProvider(tokenOf(definition)) ?? pulumi.runtime.getMonitor() ?? owners;
