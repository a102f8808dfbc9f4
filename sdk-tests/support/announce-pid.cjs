// For --require: has the provider process write its id to the file that PROVIDER_PID_FILE names, so that a test can kill it.
const { writeFileSync } = require("node:fs");

if (process.argv[1]?.includes("dynamic-provider")) writeFileSync(process.env.PROVIDER_PID_FILE ?? "", `${process.pid}`);
