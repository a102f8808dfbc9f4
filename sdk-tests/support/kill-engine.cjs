// For --require: the plugin kills the engine that has started it as soon as it has printed its port, and writes to the
// file PLUGIN_END_FILE how it ends then.
const { writeFileSync, writeSync } = require("node:fs");

if (process.argv[1]?.endsWith("pulumi-resource-edge-ingress")) {
  process.stdout.write = (port) => {
    writeSync(1, `${port}`);
    process.kill(process.ppid, "SIGKILL");
    return true;
  };
  process.on("exit", (code) =>
    writeFileSync(process.env.PLUGIN_END_FILE ?? "", `ended with ${code}`),
  );
}
