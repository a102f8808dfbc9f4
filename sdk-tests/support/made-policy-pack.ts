import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EdgeIngressPoliciesArgs } from "../../src/insight/policy";
import { root } from "./files";
import { sdks } from "./installed";

/**
 * Writes a policy pack into a new folder below another folder, and returns its path.
 * @param installed The package in a project, which is copied: a link to it would not find the other packages of the
 * pack. Default: a link to the clone, whose packages are those of the pack.
 */
export async function makePack(
  folder: string,
  configuration: EdgeIngressPoliciesArgs,
  installed?: string,
): Promise<string> {
  const pack = join(folder, "pack");
  const packages = join(pack, "node_modules");
  await mkdir(join(packages, "@pulumi"), { recursive: true });
  const links = {
    "@pulumi/pulumi": sdks.newest,
    "@pulumi/policy": join(root, "node_modules/@pulumi/policy"),
    ...(installed === undefined && { "pulumi-edge-ingress": root }),
  };
  for (const [name, target] of Object.entries(links))
    await symlink(target, join(packages, name), "junction");
  if (installed !== undefined)
    await cp(installed, join(packages, "pulumi-edge-ingress"), { recursive: true });
  await writeFile(join(pack, "PulumiPolicy.yaml"), "runtime: nodejs\n");
  await writeFile(
    join(pack, "package.json"),
    '{ "name": "pack", "version": "1.0.0", "main": "index.js" }',
  );
  const args = JSON.stringify(configuration);
  const text = `const { EdgeIngressPolicies } = require("pulumi-edge-ingress/policy");\nnew EdgeIngressPolicies(${args});\n`;
  await writeFile(join(pack, "index.js"), text);
  return pack;
}

/**
 * Returns the violations in the output of the CLI:
 * `[mandatory] [severity: high]  route-protected  (edge-ingress:…: open.route)`.
 */
export const violationsIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/\[mandatory\] \[severity: \w+\]\s+([\w-]+)\s+\((.*?)\)/g)].map(
      ([, policy, resource]) => {
        const name = resource?.split(": ").at(-1) ?? "";
        return `${policy} ${name}`;
      },
    ),
  );
