import type { Command } from "commander";
import { newCommand } from "./command";

const HELP = `
TYPE is the name of a class. ID is the object's id; for a module of a route it is <edgeId>/<routeId>, for a module of an
edge <edgeId>. Give the required arguments as in the program, and for a route the modules that the program configures. VALUE
is a text or JSON, as the argument's type requires. The file contains secrets in plaintext; the state encrypts them.

Exit codes: 0; 2 if a word is wrong.

  edge-ingress import-file \\
    AgentIngress agents agin_1 domain=connect.example.com \\
    HttpsEdgeRoute api edghtsrt_1 edgeId=edghts_1 matchType=path_prefix match=/api backend='{"backendId":"bkdhr_1"}' \\
    > resources.json
  pulumi import --file resources.json --generate-code=false && pulumi refresh
`;

/** `edge-ingress import-file`: prints what `pulumi import --file` reads. */
export const importFileCommand = (): Command =>
  newCommand("import-file")
    .description("Print an import file for `pulumi import --file`.")
    .argument("<words...>", "TYPE NAME ID [KEY=VALUE...], repeated for each object")
    .addHelpText("after", HELP)
    .action(async (words: string[]) => {
      // Loaded here, because the tables and the SDK would slow down every start of the command.
      const { importedResources } = await import("./imported-resources.js");
      console.log(JSON.stringify({ resources: importedResources(words) }, null, 2));
    });
