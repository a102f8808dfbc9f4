// A provider process that adds a record, reports it, and runs until it is killed.
const { SharedRun } = require("../../build/core/processes/shared-run.js");

const { engine, account, folder, path, by } = JSON.parse(process.argv[2] ?? "");
const warn = (/** @type {{ text: string }} */ { text }) => console.error(text);
new SharedRun(engine, () => account, warn, folder).add("configured", path, by);
process.send?.("recorded");
process.on("disconnect", () => process.exit());
setInterval(() => undefined, 60_000);
