import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./files";
import { makeFolder } from "./folders";
import type { Place } from "./place";

/** A user id that no file of users names, as many containers have it. */
export const UNNAMED_ID = 12_345;

/** What runs a command as a user. */
export const asUser = (id: number): string[] => [
  "setpriv",
  `--reuid=${id}`,
  `--regid=${id}`,
  "--clear-groups",
];

/** Why no command can run as another user here; false if one can. */
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

/** Gives a place to a user: its folder, a temporary folder, and a CLI that does not lie in root's home. */
export function giveTo(id: number, place: Place): void {
  const { folder, environment } = place.project;
  // The folders of all tests may be closed to other users; they may pass through, and cannot look into them.
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
