// For --require: makes the plugin's process take its Node.js for one that is too old. Programs keep theirs.
if (/pulumi-resource-edge-ingress$/.test(process.argv[1] ?? "")) require("./old-node.cjs");
