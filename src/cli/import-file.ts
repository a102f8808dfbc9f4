import * as definitions from "../core/definitions";
import { check } from "../core/schema/check";
import type { Definition } from "../core/schema/definition";
import type { Row } from "../core/schema/field";
import { problemText } from "../core/schema/problem";
import { withSecrets } from "../core/schema/secrets";
import { wrapForState } from "../core/schema/values";
import { providerText } from "../fronts/program/form";
import { CliCommand } from "./command";

const HELP = `
TYPE is the name of a class. ID is the object's id; for a module of a route it is <edgeId>/<routeId>, for a module of an
edge <edgeId>. Give the required arguments as in the program, and for a route the modules that the program configures. VALUE
is a text or JSON, as the argument's type requires. The file contains secrets in plaintext; the state encrypts them.

Exit codes: 0; 2 if a word is wrong.

  edge-ingress import-file \\
    AgentIngress agents agin_1 domain=connect.example.com \\
    HttpsEdgeRoute api edghtsrt_1 edgeId=edghts_1 matchType=path_prefix match=/api backend='{"backendId":"bkdhr_1"}' \\
    > resources.json
  pulumi import --file resources.json --generate-code=false && pulumi refresh
`;

/** `edge-ingress import-file`: prints what `pulumi import --file` reads. */
export const command = (): CliCommand =>
  new CliCommand("import-file", "Print an import file for `pulumi import --file`.", HELP)
    .argument("<words...>", "TYPE NAME ID [KEY=VALUE...], repeated for each object")
    .action((words: string[]) => console.log(JSON.stringify({ resources: importedResources(words) }, null, 2)));

const known: readonly Definition[] = Object.values(definitions);

/**
 * The resources of an import file, from the words of a command line: TYPE NAME ID [KEY=VALUE...], repeated.
 *
 * @throws {Error} if the words are not of that form, name an unknown type or argument, or leave out a required argument: the
 * engine would import such a resource, and report a bug in the provider.
 */
export function importedResources(words: readonly string[]): object[] {
  if (words.length === 0) return [];
  const isArgument = (word: string) => word.includes("=");
  const [type = "", name = "", id = "", ...rest] = words;
  if (id === "" || [type, name, id].some(isArgument)) {
    throw new Error(`each resource must be TYPE NAME ID [KEY=VALUE...]; check the words from "${type}" on`);
  }
  const next = rest.findIndex((word) => !isArgument(word));
  const args = next === -1 ? rest : rest.slice(0, next);
  return [importedResource(type, name, id, args), ...importedResources(rest.slice(args.length))];
}

function importedResource(type: string, name: string, id: string, args: readonly string[]) {
  const definition = known.find((each) => each.type === type);
  if (!definition) throw new Error(`unknown type ${type}; the types are ${known.map((each) => each.type).join(", ")}`);
  const stated = Object.fromEntries(args.map((arg) => argumentOf(definition, arg)));
  const { problems } = check(definition.fields, stated);
  if (problems.length > 0) throw new Error(`${type} ${name}: ${problems.map(problemText).join("; ")}`);
  // The engine sends no request here. It stores inputs and outputs, and a refresh runs the provider text in them.
  const values = { ...withSecrets(definition.fields, stated, wrapForState), __provider: providerText(definition) };
  return { type: definition.token, name, id, inputs: values, outputs: values };
}

function argumentOf({ type, fields }: Definition, arg: string): [string, unknown] {
  const [key = "", ...rest] = arg.split("=");
  const row = fields[key];
  if (!row || row.output) throw new Error(`${type} has no argument ${key}`);
  return [key, parsed(row, key, rest.join("="))];
}

function parsed(row: Row, key: string, text: string): unknown {
  const isText = row.kind === "oneOf" ? row.values.includes(text) : row.kind === "string" || row.kind === "domain";
  if (isText) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`the value of ${key} must be JSON`);
  }
}
