import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Exports of two stacks of a program by the real CLI, without members that only the files of the program explain. */
export type ExportName = "dev" | "dev.decrypted" | "prod" | "prod.decrypted";

/** The file of an export. */
export const exportFile = (name: ExportName): string => join(__dirname, "exports", `${name}.json`);

/** The text of an export. */
export const exported = (name: ExportName): string => readFileSync(exportFile(name), "utf8");

interface Part {
  inputs: Record<string, unknown>;
  [member: string]: unknown;
}

/** An export in which a resource is changed. */
export function edited(name: ExportName, resource: string, change: (part: Part) => object): string {
  const whole = JSON.parse(exported(name));
  const parts: (Part & { urn: string })[] = whole.deployment.resources;
  const resources = parts.map((part) =>
    part.urn.endsWith(`::${resource}`) ? { ...part, ...change(structuredClone(part)) } : part,
  );
  return JSON.stringify({ ...whole, deployment: { ...whole.deployment, resources } });
}

/** A secret, as an export with decrypted secrets has it. */
export const secretOf = (value: unknown) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(value),
});
