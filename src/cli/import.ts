/** `edge-ingress import`: an existing account becomes a program and a stack. */
export { options } from "./import/job";
export { run } from "./import/run";

export const help = `
FOLDER is the folder of a Pulumi project, or of a new one (default: this folder). Existing files and resources stay as they
are. If the project has a program, the command adds files beside it and prints the lines that load them. It keeps an index.ts
up to date that it has written itself.

With --stack, the objects are imported into that stack, which is created if it does not exist. The API key and the base URL
come from the config of that stack, else from EDGE_INGRESS_API_KEY and EDGE_INGRESS_BASE_URL. The command sends GET requests
alone. Run the command again to import what is new, or to finish an import that was interrupted.

PATTERN matches the type, the id, both ("HttpsEdgeMutualTls edghts_1"), or the domain, match or description of an object; * stands
for any text.

Exit codes: 0; 1 if an object that you name does not exist or cannot be imported, if the program does not load what
was written, or if a preview shows a change afterwards; 2 if the command fails.

  edge-ingress import infra --stack prod --https-edge edghts_1 --route edghts_1/edghtsrt_1 --yes
`;

export const argumentTexts = ['folder of the Pulumi project (default: ".")'];
