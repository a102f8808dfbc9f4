import type { EntryFile, FileText, Layout, ProjectOptions } from "./project";

/** Returns whether the folder of the project, or a folder above it, contains a file. */
type HasFile = (name: string) => boolean;

/**
 * Writes the files of a new project beside its program.
 *
 * @param hasFile Default: the folder is empty.
 */
export function projectFiles(
  options: ProjectOptions,
  layout: Layout,
  hasFile: HasFile = () => false,
): FileText[] {
  const description = { path: "Pulumi.yaml", text: projectDescription(options, layout, hasFile) };
  const files = layout.projectFiles(options);
  if (options.isBeside) return [description, ...files.filter(({ isOfProgram }) => !isOfProgram)];
  return [description, readme(options, layout), ...files];
}

function projectDescription({ name }: ProjectOptions, layout: Layout, hasFile: HasFile): string {
  const runtime = runtimeText(layout, hasFile);
  return `name: ${name}\ndescription: Imported from an account\nruntime:${runtime}\n`;
}

/** The runtime in `Pulumi.yaml`, with its options if it has options. */
function runtimeText({ runtimes: [name], runtimeOptions }: Layout, hasFile: HasFile): string {
  if (!runtimeOptions) return ` ${name}`;
  const options = Object.entries(runtimeOptions(hasFile)).map(
    ([key, value]) => `    ${key}: ${value}`,
  );
  return ["", `  name: ${name}`, "  options:", ...options].join("\n");
}

/** The files that a project needs: other files of an existing project may make a file unnecessary. */
export const neededFiles = (files: readonly FileText[], hasFile: HasFile): FileText[] =>
  files.filter(({ unless = [] }) => !unless.some(hasFile));

/**
 * The command that imports objects into a stack. Outside a project with a package.json, `npx` would
 * run a package from the registry.
 */
export const importCommand = ({ runtimes }: Layout, option = ""): string =>
  `${runtimes.includes("nodejs") ? "npx " : ""}edge-ingress import .${option || " --stack NAME"}`;

/** A warning about a program whose objects are not imported. */
export const NOT_IMPORTED =
  "No stack has these objects yet: import them into a stack before the first `pulumi up`, which would create each of them again";

/** A README for people who find the program in a repository. */
function readme(options: ProjectOptions, layout: Layout): FileText {
  const { name, stack, origin } = options;
  const source = origin
    ? ` at ${origin.url}, imported by \`edge-ingress import\` on ${origin.date}`
    : "";
  const option = stack === undefined ? "" : ` --stack ${stack}`;
  const lines = [`# ${name}`, `The objects of the account${source}.`];
  if (stack === undefined)
    lines.push("## Import", `${NOT_IMPORTED}:`, shellBlock(importCommand(layout)));
  const preview = [
    ...layout.commands,
    "export EDGE_INGRESS_API_KEY=...",
    `pulumi preview${option}`,
  ];
  lines.push("## Preview", shellBlock(...preview));
  const files = filesToCommit(options, layout);
  if (files.length > 0) lines.push(`Commit ${files.join(" and ")}, too.`);
  lines.push("## Add", howToAdd(layout), shellBlock(importCommand(layout, option)));
  return { path: "README.md", text: `${lines.join("\n\n")}\n` };
}

/** Files that commands write and that belong in version control, with their contents. */
function filesToCommit({ stack }: ProjectOptions, { lockFile }: Layout): string[] {
  const files: string[] = [];
  if (lockFile !== undefined) files.push(`\`${lockFile}\` (the exact versions)`);
  if (stack !== undefined) {
    const [stackName] = stack.split("/").slice(-1);
    files.push(`\`Pulumi.${stackName}.yaml\` (the stack's config, with encrypted secrets)`);
  }
  return files;
}

const howToAdd = ({ hasLoops, isOneFile }: Layout): string =>
  `Declare a new object beside those of its kind${hasLoops ? ", or add a row to their table" : ""}. Do not rename a resource: Pulumi ` +
  "identifies it by its name. To import what was created by hand since, run the import again. It writes new files beside the others" +
  `${isOneFile ? ", whose content you have to move into this program" : ""}:`;

const shellBlock = (...lines: readonly string[]): string => ["```sh", ...lines, "```"].join("\n");

/** The lines that load files in an existing program. */
export function loadLines(
  { entryFile }: Layout,
  files: readonly FileText[],
  isModule: boolean,
): string[] {
  if (!entryFile) return [];
  const stems = files.map(({ path }) => path.replace(/\.\w+$/, ""));
  return stems.map((stem) => entryFile.loadLineFor(stem, isModule)).sort();
}

const ENTRY_COMMENT =
  "Loads what `edge-ingress import` has written. The command adds to these lines as long as the file contains nothing else.";

/** The lines of an entry file that the command wrote and nobody edited; `undefined` for another file. */
export function generatedLines(
  { commentMark, loadLine }: EntryFile,
  text: string,
): string[] | undefined {
  const [comment, ...lines] = text.replaceAll("\r\n", "\n").trimEnd().split("\n");
  const loads = lines.filter((line) => line !== "");
  const isGenerated =
    comment === `${commentMark} ${ENTRY_COMMENT}` && loads.every((line) => loadLine.test(line));
  return isGenerated ? loads : undefined;
}

/** Writes an entry file. */
export function writeEntryFile(
  { path, commentMark }: EntryFile,
  lines: readonly string[],
): FileText {
  const distinctLines = [...new Set(lines)].sort();
  const text = `${commentMark} ${ENTRY_COMMENT}\n\n${distinctLines.join("\n")}\n`;
  return { path, text, replaces: true };
}
