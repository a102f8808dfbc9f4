import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./files";
import { makeFolder } from "./folders";
import type { Place } from "./place";

/** A user id that the system's list of users does not contain, as in many containers. */
export const UNNAMED_ID = 12_345;

/** Returns the command that runs another command as a user. */
export const asUser = (id: number): string[] => [
  "setpriv",
  `--reuid=${id}`,
  `--regid=${id}`,
  "--clear-groups",
];

/** Returns the reason why no command can run as another user here; false if a command can. */
export function lacksOtherUsers(): string | false {
  if (process.platform !== "linux") return "only Linux has setpriv";
  if (process.geteuid?.() !== 0) return "only root can run commands as another user";
  const [command = "", ...args] = [
    ...asUser(UNNAMED_ID),
    process.execPath,
    "-e",
    `require(${JSON.stringify(root)})`,
  ];
  return (
    spawnSync(command, args).status !== 0 && "the folder of the project is closed to other users"
  );
}

/** Gives a project to a user: its folder, a temporary folder, and a CLI that is not in root's home. */
export function giveTo(id: number, place: Place): void {
  const { folder, environment } = place.project;
  // The folders of all tests may be closed to other users. The user may enter them, and cannot list them.
  for (const outer of [tmpdir(), join(root, ".edge-ingress")]) chmodSync(outer, 0o711);
  const temporary = join(folder, "tmp");
  makeFolder(temporary, 0o700);
  execFileSync("chown", ["-R", `${id}:${id}`, folder]);
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const cli = execFileSync("sh", ["-c", 'dirname "$(command -v pulumi)"'], {
    encoding: "utf8",
  }).trim();
  for (const name of readdirSync(cli)) linkSync(join(cli, name), join(bin, name));
  const home = {
    HOME: folder,
    USER: "somebody",
    PULUMI_HOME: join(folder, "home"),
    TMPDIR: temporary,
  };
  Object.assign(environment, home, {
    PATH: `${bin}:${process.env.PATH}`,
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  });
}
