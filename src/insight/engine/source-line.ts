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

/** The file of Pulumi's SDK for Go with `pulumi.Run`, which a program calls. */
const GO_RUN = /@v[^/]+\/go\/pulumi\/run\.go$/;

/**
 * The innermost line of the program itself that declares a resource. A line in a file outside the project is used only if there is
 * no other: the file can be in the user's repository, or belong to a language host.
 */
export function sourceLine({ stackTrace }: Values): SourceLine | undefined {
  const calls = objectItems(stackTrace).flatMap(({ sourcePosition }) =>
    positionIn(String(sourcePosition)),
  );
  const goFolder = goProgramFolder(calls);
  const lines = calls
    .map((call) => withoutGoFolder(call, goFolder))
    .filter(({ file }) => !isInPackage(file));
  return lines.find(isInProject) ?? lines[0];
}

function positionIn(position: string): SourceLine[] {
  const [, file, line] = /^project:\/\/\/(.+)#(\d+)/.exec(position) ?? [];
  return file === undefined ? [] : [{ file: decoded(file), line: Number(line) }];
}

/** The engine encodes the path of a file. A path that cannot be decoded is used as it is. */
function decoded(file: string): string {
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}

/**
 * The folder of a Go program. Go's paths begin with the import path of a package, not at the project: the program is the package
 * that calls Pulumi's SDK. `undefined` for a program in another language.
 */
function goProgramFolder(calls: readonly SourceLine[]): string | undefined {
  const run = calls.findLastIndex(({ file }) => GO_RUN.test(file));
  const program = run < 0 ? undefined : calls[run + 1]?.file;
  // The language host for YAML is a Go program, too, but in a downloaded module.
  if (program === undefined || IN_GO_MODULE.test(program)) return undefined;
  return program.slice(0, program.lastIndexOf("/") + 1);
}

function withoutGoFolder({ file, line }: SourceLine, goFolder: string | undefined): SourceLine {
  const isGo = goFolder !== undefined && file.startsWith(goFolder);
  return { file: isGo ? file.slice(goFolder.length) : file, line };
}

const isInPackage = (file: string): boolean =>
  IN_GO_MODULE.test(file) || file.split("/").some((folder) => PACKAGE_FOLDERS.has(folder));

const isInProject = ({ file }: SourceLine): boolean => !file.startsWith("../");
