/** Files of locked versions, and what installs the packages in a project that has one. */
const TOOLCHAINS: readonly [lockFile: string, toolchain: string][] = [
  ["uv.lock", "uv"],
  ["poetry.lock", "poetry"],
];

/** Where a project in Python has the packages that it needs. */
export const PYTHON_PACKAGES = [
  ...["requirements.txt", "pyproject.toml", "setup.py", "setup.cfg", "Pipfile", "environment.yml"],
  ...["uv.lock", "poetry.lock", "pdm.lock"],
];

/** The options of the runtime `python` in a new `Pulumi.yaml`, in a folder that has certain files. */
export function pythonOptions(hasFile: (name: string) => boolean): Readonly<Record<string, string>> {
  const [, toolchain] = TOOLCHAINS.find(([lockFile]) => hasFile(lockFile)) ?? [];
  // Without a virtual environment, its packages would be installed for all programs of the system.
  return toolchain === undefined ? { toolchain: "pip", virtualenv: "venv" } : { toolchain };
}
