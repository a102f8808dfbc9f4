/**
 * The environment in which the CLI neither takes the user's own settings nor reports to anyone what it does.
 * @param home where the CLI makes the folder that it else makes in the user's home
 */
export function cliEnvironment(home: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^(TF|TOFU|REST_API)_/.test(name));
  return { ...Object.fromEntries(others), HOME: home, APPDATA: home, TF_IN_AUTOMATION: "1", CHECKPOINT_DISABLE: "1" };
}
