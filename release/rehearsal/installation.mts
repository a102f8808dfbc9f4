/** The arguments of `pulumi` that install the plugin from a server. */
export const pluginInstallArgs = (version: string, server: string): string[] => {
  const plugin = ["resource", "edge-ingress", version];
  return ["plugin", "install", ...plugin, "--server", server];
};

/** The places from which the projects of a rehearsal install. */
export interface Installation {
  folder: string; // of all projects of a version
  examples: string; // in the clone
  version: string;
  pluginServer: string;
  goModule: string;
  cliFolder: string; // of the Pulumi CLI
  hostsFolder: string; // of language hosts that the CLI lacks
  goEnvironment: Record<string, string>;
  environment: Record<string, string>; // of npm and pip, and the address and the key of the local server
}
