import { objectsIn, type Values } from "../../core/schema/values";

/** A line of the program: the path of a file, from the project's folder. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** Folders in which package managers keep packages of others. */
const PACKAGE_FOLDERS = new Set(["node_modules", "site-packages", "dist-packages"]);

/** The path of a file in a module that Go has downloaded, such as `google.golang.org/grpc@v1.83.1/server.go`. */
const IN_GO_MODULE = /@v\d[^/]*\//;

/** Where Pulumi's SDK for Go calls the program. */
const GO_RUN = /@v[^/]+\/go\/pulumi\/run\.go$/;

/**
 * The innermost line of the program itself that declares a resource. A file outside the project is not in the user's repository, or
 * its place there is unknown: it belongs to a language host, to a package, or to what Pulumi's host of YAML is made of.
 */
export function sourceLine({ stackTrace }: Values): SourceLine | undefined {
  const calls = objectsIn(stackTrace).flatMap(({ sourcePosition }) => positionIn(String(sourcePosition)));
  const goFolder = goFolderIn(calls);
  return calls.map((call) => inProject(call, goFolder)).find((line) => line);
}

function positionIn(position: string): SourceLine[] {
  const [, file, line] = /^project:\/\/\/(.+)#(\d+)/.exec(position) ?? [];
  return file === undefined ? [] : [{ file: decoded(file), line: Number(line) }];
}

/** The engine encodes the path of a file once. What is not encoded is taken as it is. */
function decoded(file: string): string {
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}

/**
 * What stands for the project's folder in a program in Go, whose files have the import paths of their packages for folders: the package
 * that calls Pulumi's SDK.
 */
function goFolderIn(calls: readonly SourceLine[]): string | undefined {
  const run = calls.findLastIndex(({ file }) => GO_RUN.test(file));
  const program = run < 0 ? undefined : calls[run + 1]?.file;
  // The host of YAML calls the SDK for Go, too.
  if (program === undefined || IN_GO_MODULE.test(program)) return undefined;
  return program.slice(0, program.lastIndexOf("/") + 1);
}

function inProject(call: SourceLine, goFolder: string | undefined): SourceLine | undefined {
  const isGo = goFolder !== undefined && call.file.startsWith(goFolder);
  const file = isGo ? call.file.slice(goFolder.length) : call.file;
  const folders = file.split("/");
  const isForeign = folders[0] === ".." || folders.some((folder) => PACKAGE_FOLDERS.has(folder));
  return isForeign ? undefined : { file, line: call.line };
}
