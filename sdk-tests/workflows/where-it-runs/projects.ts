import { type Row, shortLife } from "../../support/where-it-runs";

const onPosix = () => process.platform === "win32" && "Windows has no such names and limits";

/** Runs a command by a shell that changes its own limits first. */
const limited = (limit: string) => ["sh", "-c", `${limit}; exec "$@"`, "sh"];

export const projects: readonly Row[] = [
  shortLife("A path with spaces and letters beyond ASCII", { name: "Grüße 日本 🦊 " }),
  shortLife("A path with characters of URLs: `a#b%20c&d=e`", { name: "a#b%20c&d=e-" }),
  shortLife("A path with quotation marks and `$`", { name: "'q\" $HOME `x` " }, undefined, onPosix),
  shortLife("`NODE_OPTIONS` with `--enable-source-maps` and a small heap, `NODE_ENV=production`", {
    environment: { NODE_OPTIONS: "--enable-source-maps --max-old-space-size=192", NODE_ENV: "production" },
  }),
  shortLife(
    "A umask of 077, `LANG=C`, another time zone, `CI=true`",
    { wrap: limited("umask 077"), environment: { LANG: "C", TZ: "Asia/Kathmandu", CI: "true" } },
    undefined,
    onPosix,
  ),
  shortLife("64 open files for each process", { wrap: limited("ulimit -n 64") }, undefined, onPosix),
];
