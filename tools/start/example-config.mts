// The configuration of examples/ingress-stack on the local server, which has every edge and backend, and checks no secret.

/** The settings that the README of the example sets for the local server. */
export const PLAINTEXT: Readonly<Record<string, string>> = {
  domain: "connect.example.com",
  httpsEdge: "edghts_example",
  tcpEdge: "edgtcp_example",
  apiBackend: "bkdfo_api",
  hooksBackend: "bkdfo_hooks",
  databaseBackend: "bkdtg_database",
  oauthClientId: "example-client",
  protect: "false",
};

export const SECRETS: Readonly<Record<string, string>> = {
  oauthClientSecret: "example-client-secret",
  webhookSecret: "example-webhook-secret",
  monitoringApiKey: "example-monitoring-key",
};

/**
 * Returns the command of Pulumi that sets the missing settings, or nothing if a stack has all of them: the values that a
 * user has set stay.
 * @param stackFile The text of the stack's config file.
 */
export function missingSettings(stackFile: string): string[] | undefined {
  const isMissing = ([key]: [string, string]) => !stackFile.includes(`ingress-stack:${key}:`);
  const flags = (name: string, settings: Readonly<Record<string, string>>) =>
    Object.entries(settings)
      .filter(isMissing)
      .flatMap(([key, value]) => [name, `${key}=${value}`]);
  const settings = [...flags("--plaintext", PLAINTEXT), ...flags("--secret", SECRETS)];
  return settings.length === 0 ? undefined : ["config", "set-all", ...settings];
}
