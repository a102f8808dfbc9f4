import { parseUrn } from "../pulumi/urn";
import { type Definition, isListed } from "../schema/definition";

/** The URN and the name of a resource in Pulumi. */
export interface ResourceLabel {
  readonly urn: string;
  readonly name: string;
}

/** The resource that an object is imported as. */
interface ImportTarget {
  readonly definition: Definition;
  /** Undefined for dynamic resources, whose host does not pass it on. */
  readonly label: ResourceLabel | undefined;
  /** The URN of the resource's `Provider`. Undefined if the program sets none. */
  readonly providerUrn: string | undefined;
}

/** Returns the instruction to import an object. */
export function howToImport({ definition, label, providerUrn }: ImportTarget, id: string): string {
  if (!label) return howToImportDynamic(definition, id);
  const { parents, name } = parseUrn(label.urn);
  const words = [definition.pluginToken, shellWord(name), shellWord(id)];
  if (providerUrn !== undefined) {
    const provider = `${parseUrn(providerUrn).name}=${providerUrn}`;
    words.push("--provider", shellWord(provider));
  }
  // A URN contains the types of the parents, but not their names.
  if (parents.length > 0) words.push("--parent", "NAME=URN");
  return `to import ${id}, run \`pulumi import ${words.join(" ")}\``;
}

/** A project with dynamic resources has the package, and so its import command. An option names an object that the API does not list. */
function howToImportDynamic(definition: Definition, id: string): string {
  const routeOption = isListed(definition) ? "" : ` --route ${shellWord(id)}`;
  const pattern = shellWord(id.slice(id.lastIndexOf("/") + 1));
  return (
    `to import ${id}, run \`npx edge-ingress import --stack STACK --form dynamic${routeOption} --include ${pattern}\`, and remove ` +
    "this resource from the program, for which the command writes another one"
  );
}

const shellWord = (text: string): string =>
  /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
