import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { expect } from "vitest";
import { DECLARATIONS, Place } from "../../support/place";
import { type Row, shortLife } from "../../support/where-it-runs";

const OWN = "pulumi-edge-ingress";
const PULUMI = "@pulumi/pulumi";

/** Writes a program in TypeScript with the imports of ECMAScript modules. */
async function writeEcmaScript({ project }: Place): Promise<void> {
  const program = `
import * as pulumi from "${PULUMI}";
import { AgentIngress, HttpsEdgeRoute } from "${OWN}";
interface Unused { readonly type: string }
${DECLARATIONS}`;
  const compilerOptions = { module: "nodenext", target: "es2022", strict: true };
  await rm(join(project.folder, "index.js"));
  await writeFile(join(project.folder, "index.ts"), program);
  await writeFile(join(project.folder, "package.json"), '{ "type": "module", "main": "index.ts" }');
  await writeFile(join(project.folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
}

/** Puts a bundle in the place of the program. */
const bundleWithout =
  (...external: readonly string[]) =>
  async ({ project: { folder } }: Place): Promise<void> => {
    const input = join(folder, "source.js");
    await rename(join(folder, "index.js"), input);
    const bundle = await rolldown({
      input,
      cwd: folder,
      platform: "node",
      external: [...external],
    });
    await bundle.write({ file: join(folder, "index.js"), format: "cjs", codeSplitting: false });
    await bundle.close();
    await rm(input);
    const bundled = await readFile(join(folder, "index.js"), "utf8");
    expect(bundled.includes(`require("${OWN}")`)).toBe(external.includes(OWN));
  };

/** Takes a class from a library that has another version of the package. */
async function addLibrary({ project }: Place): Promise<void> {
  const folder = join(project.folder, "node_modules/library");
  await mkdir(join(folder, "node_modules"), { recursive: true });
  await project.changePackage(join(__dirname, "../../upgrade/0.1.0.tgz"));
  await rename(join(project.folder, "node_modules", OWN), join(folder, "node_modules", OWN));
  await mkdir(join(project.folder, "node_modules", OWN));
  await project.changePackage();
  await project.addPlugin();
  await writeFile(
    join(folder, "index.js"),
    `exports.AgentIngress = require("${OWN}").AgentIngress;`,
  );
  const program = `
const pulumi = require("${PULUMI}");
const { HttpsEdgeRoute } = require("${OWN}");
const { AgentIngress } = require("library");
${DECLARATIONS}`;
  await writeFile(join(project.folder, "index.js"), program);
}

export const packages: readonly Row[] = [
  shortLife('A program in TypeScript with `"type": "module"` and `nodenext`', {}, writeEcmaScript),
  shortLife("A bundled program, without the package in the bundle", {}, bundleWithout(PULUMI, OWN)),
  shortLife(
    "A bundled program, with the package in the bundle and next to it",
    {},
    bundleWithout(PULUMI),
  ),
  {
    place: "A program that uses version 0.1.0, too, by a library",
    life: "short",
    run: async (emulator) => {
      await using place = await Place.create(emulator);
      await addLibrary(place);
      const printed = await place.live();
      expect(printed).toContain("edge-ingress:index:HttpsEdgeRoute");
      expect(printed, "version 0.1.0 has no plugin").not.toContain(
        "edge-ingress:index:AgentIngress",
      );
    },
  },
];
