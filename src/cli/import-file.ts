import { Command } from "commander";

const HELP = `
TYPE is the name of a class, ID the object's id: <edgeId>/<routeId> of a module on a route, <edgeId> of one on an edge.
State the required arguments, as the program does, and of a route the modules that the program names. VALUE is a text or
JSON, as the argument's type requires. The file contains secrets in plaintext; the state encrypts them.

  edge-ingress import-file \\
    AgentIngress agents agin_1 domain=connect.example.com \\
    HttpsEdgeRoute api edghtsrt_1 edgeId=edghts_1 matchType=path_prefix match=/api backend='{"backendId":"bkdhr_1"}' \\
    > resources.json
  pulumi import --file resources.json --generate-code=false && pulumi refresh
`;

/** `edge-ingress import-file`: prints what `pulumi import --file` reads. */
export const importFileCommand = (): Command =>
  new Command("import-file")
    .description("Print the file that `pulumi import --file` needs to import objects that exist.")
    .argument("<words...>", "TYPE NAME ID [KEY=VALUE...], as often as there are objects")
    .addHelpText("after", HELP)
    .action(async (words: string[]) => {
      // It needs the provider's tables and the SDK, which would make every start of the command slower.
      const { importedResources } = await import("./imported-resources.js");
      console.log(JSON.stringify({ resources: importedResources(words) }, null, 2));
    });
