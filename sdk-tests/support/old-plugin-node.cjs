// For --require: lets the plugin's process mistake its Node.js for a version that is too old. Programs are not
// affected.
if (/pulumi-resource-edge-ingress$/.test(process.argv[1] ?? "")) require("./old-node.cjs");
