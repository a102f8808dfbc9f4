import type { EntryFile, FileText, Layout, ProjectOptions } from "./project";

/** Whether the folder of the project, or a folder above it, has a file. */
type HasFile = (name: string) => boolean;

/**
 * The files of a new project beside its program.
 *
 * @param hasFile Default: the folder is empty.
 */
export function projectFiles(
  options: ProjectOptions,
  layout: Layout,
  hasFile: HasFile = () => false,
): FileText[] {
  const { name, isBeside } = options;
  const ofLanguage = layout
    .projectFiles(options)
    .filter(({ isOfProgram }) => !(isBeside && isOfProgram));
  const text = `name: ${name}\ndescription: Imported from an account\nruntime:${runtimeOf(layout, hasFile)}\n`;
  return [
    { path: "Pulumi.yaml", text },
    ...(isBeside ? [] : [readmeOf(options, layout)]),
    ...ofLanguage,
  ];
}

/** The runtime of `Pulumi.yaml`, and its options if it has some. */
function runtimeOf({ runtimes: [name], runtimeOptions }: Layout, hasFile: HasFile): string {
  if (!runtimeOptions) return ` ${name}`;
  const options = Object.entries(runtimeOptions(hasFile)).map(
    ([key, value]) => `    ${key}: ${value}`,
  );
  return ["", `  name: ${name}`, "  options:", ...options].join("\n");
}

/** The files that an existing project does not have in another form. */
export const neededFiles = (files: readonly FileText[], hasFile: HasFile): FileText[] =>
  files.filter(({ unless = [] }) => !unless.some(hasFile));

/** The command that imports objects into a stack. Without a package.json, npx would run a package of that name from the registry. */
export const importCommand = ({ runtimes }: Layout, option = ""): string =>
  `${runtimes.includes("nodejs") ? "npx " : ""}edge-ingress import .${option || " --stack NAME"}`;

/** What a program alone lacks. */
export const NOT_IMPORTED =
  "No stack has these objects yet: import them into a stack before the first `pulumi up`, which would create each of them again";

/** What a person reads first who finds the program in a repository. */
function readmeOf({ name, stack, origin }: ProjectOptions, layout: Layout): FileText {
  const { commands, lockFile, hasLoops, isOneFile } = layout;
  const source = origin
    ? ` at ${origin.url}, imported by \`edge-ingress import\` on ${origin.date}`
    : "";
  const file = `\`Pulumi.${stack?.split("/").at(-1)}.yaml\``;
  const config =
    stack === undefined ? [] : [`${file} (the stack's config, with encrypted secrets)`];
  const committed = [
    ...(lockFile === undefined ? [] : [`\`${lockFile}\` (the exact versions)`]),
    ...config,
  ];
  const option = stack === undefined ? "" : ` --stack ${stack}`;
  const lines = [
    `# ${name}`,
    `The objects of the account${source}.`,
    ...(stack === undefined ? ["## Import", `${NOT_IMPORTED}:`, block(importCommand(layout))] : []),
    "## Preview",
    block(...commands, "export EDGE_INGRESS_API_KEY=...", `pulumi preview${option}`),
    ...(committed.length > 0 ? [`Commit ${committed.join(" and ")}, too.`] : []),
    "## Add",
    `Declare a new object beside those of its kind${hasLoops ? ", or add a row to their table" : ""}. Do not rename a resource: Pulumi ` +
      "identifies it by its name. To import what was created by hand since, run the import again. It writes new files beside the others" +
      `${isOneFile ? ", whose content you have to move into this program" : ""}:`,
    block(importCommand(layout, option)),
  ];
  return { path: "README.md", text: `${lines.join("\n\n")}\n` };
}

const block = (...lines: readonly string[]): string => ["```sh", ...lines, "```"].join("\n");

/** What a program that exists has to contain to load files. */
export const loadLines = (
  { entryFile }: Layout,
  files: readonly FileText[],
  isModule: boolean,
): string[] =>
  entryFile
    ? files.map(({ path }) => entryFile.loadLineFor(path.replace(/\.\w+$/, ""), isModule)).sort()
    : [];

const ENTRY_HEAD =
  "Loads what `edge-ingress import` has written. The command adds to these lines as long as the file contains nothing else.";

/** The lines of an entry that the command wrote, and nobody has edited; `undefined` of any other. */
export function generatedLines(
  { commentMark, loadLine }: EntryFile,
  text: string,
): string[] | undefined {
  const [head, ...lines] = text.replaceAll("\r\n", "\n").trimEnd().split("\n");
  const isOwn =
    head === `${commentMark} ${ENTRY_HEAD}` &&
    lines.every((each) => each === "" || loadLine.test(each));
  return isOwn ? lines.filter((each) => each !== "") : undefined;
}

/** An entry that loads files, and what it has loaded before. */
export function writeEntryFile({ path, commentMark }: EntryFile, lines: readonly string[]) {
  const text = `${commentMark} ${ENTRY_HEAD}\n\n${[...new Set(lines)].sort().join("\n")}\n`;
  return { path, text, replaces: true };
}
