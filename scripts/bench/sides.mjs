import { clientSide } from "./sides/client.mjs";
import { pulumiSide } from "./sides/pulumi.mjs";

/**
 * Where a stack lives, and the API that it is on.
 * @typedef {object} Context
 * @property {string} folder exists, and is empty
 * @property {string} baseUrl
 * @property {string} apiKey
 *
 * A stack of objects, of as many as each call says.
 * @typedef {object} Stack
 * @property {(operation: import("./results.mjs").Operation, count: number) => Promise<ReturnType<typeof import("./meters.mjs").usages>>} run
 * @property {() => string} [state] the state as the tool stores it
 * @property {() => void} [close]
 *
 * @typedef {(context: Context) => Promise<Stack>} Open
 */

/** What is compared, in the order of the tables. */
export const titles = {
  dynamic: "this provider, dynamic resources",
  plugin: "this provider, plugin",
  serialized: "`pulumi.dynamic.Resource` that does nothing",
  constant: "constant provider text that does nothing",
  client: "the client alone",
  terraform: "Terraform with Mastercard/restapi",
};

/** @typedef {keyof typeof titles} SideName */

/**
 * @param {import("../pulumi-cli.mjs").PulumiCli} cli
 * @returns {Promise<Map<SideName, Open>>}
 */
export async function openSides(cli) {
  return new Map([
    ["dynamic", pulumiSide(cli, { program: "edge-ingress" })],
    ["serialized", pulumiSide(cli, { program: "serialized" })],
    ["constant", pulumiSide(cli, { program: "constant" })],
    ["plugin", pulumiSide(cli, { program: "edge-ingress", plugin: true })],
    ["client", clientSide],
  ]);
}
