/**
 * Runs the package's command in every folder. The command alone has a name that is not the package's: outside of a project
 * that has the package installed, npx would look for another publisher's package.
 */
export const COMMAND = "npx --package pulumi-edge-ingress edge-ingress";
