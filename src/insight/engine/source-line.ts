import { objectItems, type Values } from "../../core/schema/values";

/** A line of the program: the path of a file, from the project's folder. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** Folders in which package managers keep packages of others. */
const PACKAGE_FOLDERS = new Set(["node_modules", "site-packages", "dist-packages"]);

/** The path of a file in a module that Go has downloaded, such as `google.golang.org/grpc@v1.83.1/server.go`. */
const IN_GO_MODULE = /@v\d[^/]*\//;

/** The file in which Pulumi's SDK for Go calls the program. */
const GO_RUN = /@v[^/]+\/go\/pulumi\/run\.go$/;

/**
 * The innermost line of the program itself that declares a resource. A file outside the project is second best: it can be in
 * the user's repository, or belong to a language host.
 */
export function sourceLine({ stackTrace }: Values): SourceLine | undefined {
  const calls = objectItems(stackTrace).flatMap(({ sourcePosition }) =>
    positionIn(String(sourcePosition)),
  );
  const goFolder = goFolderIn(calls);
  const lines = calls
    .map((call) => fromProject(call, goFolder))
    .filter(({ file }) => !isOfPackage(file));
  return lines.find(isInProject) ?? lines[0];
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
 * The folder of the program in Go's paths, which begin with the import path of a package: the program is the package that calls
 * Pulumi's SDK.
 */
function goFolderIn(calls: readonly SourceLine[]): string | undefined {
  const run = calls.findLastIndex(({ file }) => GO_RUN.test(file));
  const program = run < 0 ? undefined : calls[run + 1]?.file;
  // The host of YAML calls the SDK for Go, too.
  if (program === undefined || IN_GO_MODULE.test(program)) return undefined;
  return program.slice(0, program.lastIndexOf("/") + 1);
}

function fromProject({ file, line }: SourceLine, goFolder: string | undefined): SourceLine {
  const isGo = goFolder !== undefined && file.startsWith(goFolder);
  return { file: isGo ? file.slice(goFolder.length) : file, line };
}

const isOfPackage = (file: string): boolean =>
  IN_GO_MODULE.test(file) || file.split("/").some((folder) => PACKAGE_FOLDERS.has(folder));

const isInProject = ({ file }: SourceLine): boolean => !file.startsWith("../");
