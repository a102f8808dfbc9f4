/** Lock files of the toolchains that install the packages of a project. */
const TOOLCHAINS = [
  { lockFile: "uv.lock", toolchain: "uv" },
  { lockFile: "poetry.lock", toolchain: "poetry" },
];

/**
 * Files that name the packages of a project. Without a lock file, the toolchain is pip, which reads
 * only requirements.txt.
 */
export const PYTHON_PACKAGES = ["requirements.txt", ...TOOLCHAINS.map(({ lockFile }) => lockFile)];

/** The options of the runtime `python` in a new `Pulumi.yaml`. */
export function pythonOptions(
  hasFile: (name: string) => boolean,
): Readonly<Record<string, string>> {
  const found = TOOLCHAINS.find(({ lockFile }) => hasFile(lockFile));
  if (found) return { toolchain: found.toolchain };
  // Without a virtual environment, pip would install the packages for all programs of the system.
  return { toolchain: "pip", virtualenv: "venv" };
}
