import { join } from "node:path";
import ts from "typescript";
import { root } from "./project.mjs";

/**
 * Checks the types of several projects, each by its own tsconfig.json. What they all import is read once: that is nearly
 * all of the work.
 * @returns {(folder: string) => string} the errors of a project, as tsc prints them
 */
export function typeChecker() {
  const read = sourceFiles();
  return (folder) => {
    const config = ts.getParsedCommandLineOfConfigFile(join(root, folder, "tsconfig.json"), undefined, configHost);
    if (!config) throw new Error(`${folder} has no tsconfig.json`);
    const host = ts.createCompilerHost(config.options);
    host.getSourceFile = read(host.getSourceFile);
    const program = ts.createProgram(config.fileNames, config.options, host);
    return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), host);
  };
}

/** @returns {(getSourceFile: ts.CompilerHost["getSourceFile"]) => ts.CompilerHost["getSourceFile"]} */
function sourceFiles() {
  /** @type {Map<string, ts.SourceFile | undefined>} */
  const known = new Map();
  return (getSourceFile) => (name, options) => {
    const key = JSON.stringify([name, options]);
    if (!known.has(key)) known.set(key, getSourceFile(name, options));
    return known.get(key);
  };
}

/** @type {ts.ParseConfigFileHost} */
const configHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
  },
};
