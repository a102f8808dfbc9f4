import { Problem, remark } from "../tools/base/say.mjs";
import type { PulumiCli } from "../tools/pulumi/obtain.mts";
import type { Operation } from "./results.mts";
import { clientSide } from "./sides/client.mts";
import { type Form, pulumiSide } from "./sides/pulumi.mts";
import { terraformSide } from "./sides/terraform.mts";
import { obtainBinaries } from "./terraform/binaries.mts";

/** Where a stack lives, and the API that it is on. */
export interface Context {
  folder: string; // exists, and is empty
  baseUrl: string;
  apiKey: string;
}

/** A stack of objects, of as many as each call says. */
export interface Stack {
  run: (
    operation: Operation,
    count: number,
  ) => Promise<ReturnType<typeof import("./meters.mts").usages>>;
  state?: () => string; // the state as the tool stores it
  close?: () => void;
}

export type Open = (context: Context) => Promise<Stack>;

/** The compared sides, in the order of the tables. */
export const titles = {
  dynamic: "this provider, dynamic resources",
  plugin: "this provider, plugin",
  serialized: "`pulumi.dynamic.Resource` that does nothing",
  constant: "constant provider text that does nothing",
  client: "the client alone",
  terraform: "Terraform with Mastercard/restapi",
};

/** The forms of this provider. */
export const OWN = ["dynamic", "plugin"] as const;

/** The sides that send requests, with a slow service. A run measures them only if it names them. */
export const slowTitles = {
  "dynamic-slow": titles.dynamic,
  "plugin-slow": titles.plugin,
  "terraform-slow": titles.terraform,
};

/** The latency of each response of a slow service. */
export const SLOW_MS = 20;

export type SideName = keyof typeof titles | keyof typeof slowTitles;

const forms = {
  dynamic: { program: "edge-ingress" },
  plugin: { program: "edge-ingress", plugin: true },
  serialized: { program: "serialized" },
  constant: { program: "constant" },
} satisfies Record<string, Form>;

/** This provider's stacks, which take settings. */
export const ownSides = (cli: PulumiCli) => ({
  dynamic: pulumiSide(cli, forms.dynamic),
  plugin: pulumiSide(cli, forms.plugin),
});

/** The sides that can be measured on this machine. */
export async function openers<Name extends SideName>(
  cli: PulumiCli,
  names: readonly Name[],
): Promise<Map<Name, Open>> {
  const found = new Map<Name, Open>();
  for (const name of names) {
    try {
      found.set(name, await opener(cli, name));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      remark(`The side ${name} is left out: ${error.message}`);
    }
  }
  return found;
}

async function opener(cli: PulumiCli, name: SideName): Promise<Open> {
  const form = Object.entries(forms).find(([known]) => known === name.replace("-slow", ""))?.[1];
  if (form) return pulumiSide(cli, form);
  return name === "client" ? clientSide : terraformSide(await obtainBinaries());
}
