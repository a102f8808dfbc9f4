// A provider process that claims objects at a time, and reports the objects that it got.
const { SharedClaims } = require("../../build/core/processes/shared-claims.js");

const { folder, baseUrl, ids, sinceMs, atMs } = JSON.parse(process.argv[2] ?? "");
const warn = (/** @type {{ text: string }} */ { text }) => console.error(text);
const claims = new SharedClaims(() => baseUrl, warn, folder);
while (Date.now() < atMs);
process.send?.(ids.filter((/** @type {string} */ id) => claims.claim(id, sinceMs)));
process.disconnect();
