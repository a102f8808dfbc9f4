import { dirname } from "node:path";
import ts from "typescript";

const disk = ts.createCompilerHost({});

const sources = new Map<string, ts.SourceFile | undefined>();

/** A host of TypeScript's compiler with files that are not on disk, by their names; others are read once for all hosts. */
export function virtualHost(files: Readonly<Record<string, string>>): ts.CompilerHost {
  const folders = new Set(Object.keys(files).map((name) => dirname(name)));
  return {
    ...disk,
    fileExists: (name) => name in files || disk.fileExists(name),
    directoryExists: (name) => folders.has(name) || disk.directoryExists?.(name) === true,
    readFile: (name) => files[name] ?? disk.readFile(name),
    getSourceFile: (name, target) => {
      const text = files[name];
      if (text !== undefined) return ts.createSourceFile(name, text, target);
      if (!sources.has(name)) sources.set(name, disk.getSourceFile(name, target));
      return sources.get(name);
    },
  };
}
