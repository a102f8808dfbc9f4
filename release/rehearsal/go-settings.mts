import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { must } from "../../tools/base/run.mjs";
import type { LanguageHosts } from "../../tools/pulumi/obtain.mts";
import { goModuleOf } from "../go-module.mts";
import { REPOSITORY } from "./release-clone.mts";

export const GO_MODULE = goModuleOf(REPOSITORY);

/**
 * The environment in which Go reads the module from the repository of the rehearsal by its public address, without a proxy and
 * without a database of checksums. Compiled packages come from the caches of the language hosts.
 * @param folder of Go's modules
 * @param remotes the folder of the repository
 */
export async function goSettings(
  folder: string,
  remotes: string,
  { goProgram }: LanguageHosts,
): Promise<Record<string, string>> {
  const others = (await must("go", ["env", "GOPROXY"])).trim();
  const cached = pathToFileURL(join(goProgram.GOMODCACHE ?? "", "cache", "download")).href;
  return {
    ...goProgram,
    GOMODCACHE: folder,
    GOFLAGS: `${goProgram.GOFLAGS} -modcacherw`,
    GOPROXY: `${cached},${others}`,
    GOPRIVATE: `github.com/${REPOSITORY}`,
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `url.${pathToFileURL(remotes).href}/.insteadOf`,
    GIT_CONFIG_VALUE_0: "https://github.com/",
  };
}
