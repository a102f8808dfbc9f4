import * as pulumi from "@pulumi/pulumi";

/** The resources that ask for modules, by the modules' paths: for each account of each run of a program. */
const owners = new WeakMap<object, Map<string, string>>();

/**
 * The account that a resource is in, as far as a program can tell: that of its provider, or else of the running program.
 * The Automation API runs several programs in one process, each with a monitor of its own.
 */
export const accountOf = (type: string, opts: pulumi.CustomResourceOptions = {}): object =>
  opts.provider ?? opts.parent?.getProvider(type) ?? pulumi.runtime.getMonitor() ?? owners;

/**
 * Notes that a resource asks for a module.
 *
 * @throws {pulumi.RunError} if another resource of the program asks for the same.
 */
export function claimModule(account: object, path: string, resource: string): void {
  const claimed = owners.get(account) ?? new Map<string, string>();
  owners.set(account, claimed);
  const other = claimed.get(path);
  if (other !== undefined)
    throw new pulumi.RunError(
      `${resource}: the module at ${path} is already configured by ${other}: remove one of the two`,
    );
  claimed.set(path, resource);
}
