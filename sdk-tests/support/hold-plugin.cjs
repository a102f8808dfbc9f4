// For NODE_OPTIONS: the plugin creates the file HOLD_PLUGIN before it starts, and waits until that file is deleted.
const fs = require("node:fs");
const { basename } = require("node:path");

const file = process.env.HOLD_PLUGIN ?? "";
if (file !== "" && basename(process.argv[1] ?? "") === "pulumi-resource-edge-ingress") {
  fs.writeFileSync(file, "");
  while (fs.existsSync(file)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
}
