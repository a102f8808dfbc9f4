import type { Emulator } from "../../src/emulator";

/** The requests that changed something, each as its method and the end of its path. */
export const changesAt = (emulator: Emulator): string[] =>
  emulator
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${endOf(path).replace(/edghtsrt_\w+/, "{id}")}`)
    .sort();

/** What follows the kind of edge. */
const endOf = (path: string): string => path.split("/").slice(3).join("/");

/** The modules that the API has at paths of their own, by their edges. */
export const modulesAt = (emulator: Emulator): string[] =>
  emulator
    .objects()
    .filter(({ path }) => /\/(oauth|webhook_verification|mutual_tls)$/.test(path))
    .map(({ path }) => `${path.split("/")[3]} ${path.split("/").at(-1)}`)
    .sort();
