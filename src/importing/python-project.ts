/** Files of locked versions, and what installs the packages in a project that has one. */
const TOOLCHAINS: readonly [lockFile: string, toolchain: string][] = [
  ["uv.lock", "uv"],
  ["poetry.lock", "poetry"],
];

/** Files in which a toolchain finds the packages of a project. Without one of them, the toolchain is pip, which reads requirements.txt alone. */
export const PYTHON_PACKAGES = ["requirements.txt", ...TOOLCHAINS.map(([lockFile]) => lockFile)];

/** The options of the runtime `python` in a new `Pulumi.yaml`, in a folder that has certain files. */
export function pythonOptions(
  hasFile: (name: string) => boolean,
): Readonly<Record<string, string>> {
  const [, toolchain] = TOOLCHAINS.find(([lockFile]) => hasFile(lockFile)) ?? [];
  // Without a virtual environment, its packages would be installed for all programs of the system.
  return toolchain === undefined ? { toolchain: "pip", virtualenv: "venv" } : { toolchain };
}
