/** Commands that run the program or the provider, by all names that Pulumi knows them by: they need the API. */
const USES_API = new Set(["up", "update", "preview", "pre", "refresh", "destroy", "down", "dn", "import", "watch"]);
/** Commands that change things after a question, which `npm start` answers with yes. */
const ASKS = new Set(["up", "update", "refresh", "destroy", "down", "dn"]);
const UP = new Set(["up", "update"]);

/**
 * @typedef {object} Invocation
 * @property {string[]} args for Pulumi
 * @property {boolean} usesApi
 * @property {boolean} usesStack whether the stack has to exist
 * @property {boolean} addedYes
 * @property {boolean} isUp
 * @property {boolean} asksForHelp of `npm start` itself, for there is no command
 */

/**
 * What `npm start -- <args>` runs: `pulumi <args>`, by default `pulumi up`.
 * @param {string[]} args
 * @param {{ serveLocally: boolean }} target
 * @returns {Invocation}
 */
export function pulumiInvocation(args, { serveLocally }) {
  const [command = "up", ...rest] = args[0]?.startsWith("-") ? ["up", ...args] : args;
  const onlyHelp = rest.some(isHelp) || command === "help" || command === "version";
  const addedYes = ASKS.has(command) && !onlyHelp && !rest.includes("--yes") && !rest.includes("-y");
  const added = addedYes ? ["--yes"] : [];
  // The local server is there to play with: a preview would only double what has to be read.
  if (addedYes && serveLocally && rest.length === 0) added.unshift("--skip-preview");
  return {
    args: [command, ...rest, ...added],
    usesApi: USES_API.has(command) && !onlyHelp,
    usesStack: !onlyHelp,
    addedYes,
    isUp: UP.has(command) && !onlyHelp,
    asksForHelp: isHelp(args[0]),
  };
}

/** @param {string | undefined} arg */
const isHelp = (arg) => arg === "--help" || arg === "-h";
