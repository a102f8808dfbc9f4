import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

/** Small file systems, on which a disk can be full. */

/** Mounts a small file system, which is unmounted after the action. */
export async function withMount(folder: string, action: () => Promise<unknown>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m,mode=1777", "tmpfs", folder]);
  try {
    await action();
  } finally {
    execFileSync("umount", ["--lazy", folder]);
  }
}

export function lacksMounts(): string | false {
  if (process.platform !== "linux" || process.geteuid?.() !== 0)
    return "only root can mount file systems, on Linux";
  return (
    spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status !== 0 &&
    "nothing can be mounted"
  );
}

/** Writes until nothing more fits. */
export function fill(folder: string): void {
  const file = join(folder, "large");
  expect(() => writeFileSync(file, Buffer.alloc(2_000_000))).toThrow("ENOSPC");
  expect(statSync(file).size).toBeGreaterThan(900_000);
}
