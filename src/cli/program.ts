import { CliCommand } from "./command";

/** What makes each command. It is loaded only if it is needed: the provider's tables would slow down every start. */
const commands: Readonly<Record<string, () => { readonly command: (version: string) => CliCommand }>> = {
  emulator: () => require("./emulator"),
  list: () => require("./list"),
  import: () => require("./import/command"),
  diff: () => require("./diff"),
  plugin: () => require("./plugin"),
  review: () => require("./review"),
  explain: () => require("./explain"),
  test: () => require("./test"),
  map: () => require("./map"),
};

const HELP = `
In a project that has the package installed, run it as \`npx edge-ingress\`. After a global installation, run it as \`edge-ingress\`.

Wrong arguments end each command with exit code 2. Exit code 1 is for what a command finds, and for a failure of the Pulumi CLI that
\`plugin install\` passes on.
`;

/** `edge-ingress` with the command of a name; with all of its commands if there is none of that name. */
export function edgeIngress(version: string, name = ""): CliCommand {
  const all = new CliCommand("edge-ingress", "Tools for the Edge and Ingress Management API.", HELP).version(version);
  const wanted = Object.hasOwn(commands, name) ? [name] : Object.keys(commands);
  for (const each of wanted) {
    const { command } = commands[each]?.() ?? {};
    if (command) all.addCommand(command(version));
  }
  return all;
}
