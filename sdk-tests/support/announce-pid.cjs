// For --require: has the provider process write its id to the file that PROVIDER_PID_FILE names, so that a test can kill it.
const { writeFileSync } = require("node:fs");

const isProvider = /dynamic-provider|pulumi-resource-edge-ingress|plugin\.cjs/.test(
  process.argv[1] ?? "",
);

if (isProvider) writeFileSync(process.env.PROVIDER_PID_FILE ?? "", `${process.pid}`);
