import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { must } from "../../tools/base/run.mjs";
import { bodyOf, mix } from "../programs/mix.cjs";
import type { Operation } from "../results.mts";
import type { Context, Open } from "../sides.mts";
import { type Binaries, cliEnvironment } from "../terraform/binaries.mts";
import { configuration, keyVariable } from "../terraform/configuration.mts";

const apply = ["apply", "-auto-approve"];

const commands: Readonly<Record<Operation, readonly string[]>> = {
  up: apply,
  preview: ["plan"],
  unchanged: apply,
  change: apply,
  refresh: [...apply, "-refresh-only"],
  destroy: ["destroy", "-auto-approve"],
};

/** Terraform or OpenTofu with Mastercard's REST provider: what a user without a provider for this API would take. */
export const terraformSide =
  (binaries: Binaries): Open =>
  async (context) => {
    const { folder, baseUrl } = context;
    writeFileSync(cliConfigFile(folder), cliConfig(binaries.pluginDir));
    let revision = "first";
    return {
      run: async (operation, count) => {
        if (operation === "change") revision = "second";
        const objects = mix(count, revision).map((object) => ({ ...object, body: bodyOf(object) }));
        // On lines of their own, or an error would quote all of it.
        writeFileSync(
          join(folder, "main.tf.json"),
          JSON.stringify(configuration(baseUrl, objects), undefined, 2),
        );
        await execute(binaries.cli, commands[operation], context);
        return {};
      },
      state: () => readFileSync(join(folder, "terraform.tfstate"), "utf8"),
    };
  };

const cliConfigFile = (folder: string) => join(folder, "cli.tfrc");

/** A provider that is overridden needs no `init`, and so no registry. */
const cliConfig = (pluginDir: string) => `provider_installation {
  dev_overrides {
    "mastercard/restapi" = ${JSON.stringify(pluginDir)}
  }
}
`;

function execute(
  cli: string,
  [command = "", ...options]: readonly string[],
  { folder, apiKey }: Context,
) {
  const env = {
    ...cliEnvironment(folder),
    [`TF_VAR_${keyVariable}`]: apiKey,
    TF_CLI_CONFIG_FILE: cliConfigFile(folder),
    // The default and the cheaper one: what is sensitive is marked in the state, a quarter more of it to write.
    API_DATA_IS_SENSITIVE: "false",
  };
  const problem = (output: string) =>
    `${cli} ${command} failed. ${errorIn(output).replaceAll(apiKey, "[secret]")}`;
  return must(
    cli,
    [command, "-no-color", "-input=false", ...options],
    { cwd: folder, env },
    problem,
  );
}

/** Begins at the first error: above it a plan shows the bodies, with the secrets in them. */
function errorIn(output: string) {
  const lines = output.split("\n").map((line) => line.replace(/^[│╷╵\s]+/, "").trimEnd());
  const shown = lines.filter((line) => line !== "");
  const first = shown.findIndex((line) => line.startsWith("Error: "));
  return first < 0 ? "" : shown.slice(first, first + 8).join("; ");
}
