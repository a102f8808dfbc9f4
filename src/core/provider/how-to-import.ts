import { parseUrn } from "../pulumi/urn";
import { type Definition, isListed } from "../schema/definition";

/** What the engine calls a resource. */
export interface ResourceLabel {
  readonly urn: string;
  readonly name: string;
}

/** The resource that an object is to be imported as. The host of dynamic resources passes no label on. */
interface Importing {
  readonly definition: Definition;
  readonly label: ResourceLabel | undefined;
  /** URN of the `Provider` that the program gives it, if it does. */
  readonly providerUrn: string | undefined;
}

/** How messages tell the user to import an object; `id` is what it is imported by. */
export function howToImport({ definition, label, providerUrn }: Importing, id: string): string {
  if (!label) return howToImportDynamic(definition, id);
  const { parents, name } = parseUrn(label.urn);
  const options = [
    ...(providerUrn === undefined
      ? []
      : ["--provider", shellWord(`${parseUrn(providerUrn).name}=${providerUrn}`)]),
    // A URN has the types of the components, and not their names.
    ...(parents.length > 0 ? ["--parent", "NAME=URN"] : []),
  ];
  const words = [definition.pluginToken, shellWord(name), shellWord(id), ...options];
  return `to import ${id}, run \`pulumi import ${words.join(" ")}\``;
}

/** The command finds what the API lists; any other object has to be named. A project of dynamic resources has the package. */
function howToImportDynamic(definition: Definition, id: string): string {
  const named = isListed(definition) ? "" : ` --route ${shellWord(id)}`;
  const pattern = shellWord(id.slice(id.lastIndexOf("/") + 1));
  return (
    `to import ${id}, run \`npx edge-ingress import --stack STACK --form dynamic${named} --include ${pattern}\`, and remove this ` +
    "resource from the program, for which the command writes another one"
  );
}

const shellWord = (text: string): string =>
  /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
