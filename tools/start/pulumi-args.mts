/** Commands that run the program or the provider, under all their names in Pulumi: they need the API. */
const USES_API = new Set([
  "up",
  "update",
  "preview",
  "pre",
  "refresh",
  "destroy",
  "down",
  "dn",
  "import",
  "watch",
]);
/** Commands that ask before they change objects. `npm start` answers yes. */
const ASKS = new Set(["up", "update", "refresh", "destroy", "down", "dn"]);
const UP = new Set(["up", "update"]);

export interface Invocation {
  args: string[]; // for Pulumi
  usesApi: boolean;
  usesStack: boolean; // whether the stack has to exist
  addedYes: boolean;
  isUp: boolean;
  isHelpRequest: boolean; // of `npm start` itself, for there is no command
}

/** The invocation of `npm start -- <args>`: `pulumi <args>`, by default `pulumi up`. */
export function pulumiInvocation(
  args: string[],
  { serveLocally }: { serveLocally: boolean },
): Invocation {
  const [command = "up", ...rest] = args[0]?.startsWith("-") ? ["up", ...args] : args;
  const onlyHelp = rest.some(isHelp) || command === "help" || command === "version";
  const addedYes =
    ASKS.has(command) && !onlyHelp && !rest.includes("--yes") && !rest.includes("-y");
  const added = addedYes ? ["--yes"] : [];
  // The local server is for experiments, so a preview would only double the output.
  if (addedYes && serveLocally && rest.length === 0) added.unshift("--skip-preview");
  return {
    args: [command, ...rest, ...added],
    usesApi: USES_API.has(command) && !onlyHelp,
    usesStack: !onlyHelp,
    addedYes,
    isUp: UP.has(command) && !onlyHelp,
    isHelpRequest: isHelp(args[0]),
  };
}

const isHelp = (arg: string | undefined) => arg === "--help" || arg === "-h";
