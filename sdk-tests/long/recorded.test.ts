import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "vitest";
import { program } from "../review/program";
import {
  RECORDED_CLIS,
  RECORDED_DRIFT,
  RECORDED_FILES,
  RECORDED_FORMS,
  recordedChanges,
  recordedFolder,
} from "../review/recorded";
import { root } from "../support/files";
import { withProject } from "../support/installed";

/**
 * Records the output of a CLI for `review/recorded.test.ts`: of the CLI of the tests, or of the CLI in the folder
 * OTHER_CLI, with its language host and its dynamic provider.
 */

const it = withProject(program(recordedChanges));

const STREAM = { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" };

it.for(RECORDED_FORMS)(
  "what the CLI prints of changes and drift is recorded, as %s",
  async (form, { emulator, project }) => {
    const { OTHER_CLI, PATH = "" } = process.env;
    if (OTHER_CLI !== undefined) project.environment.PATH = `${OTHER_CLI}${delimiter}${PATH}`;
    const cli = (await project.succeed(["version"])).trim().replace(/^v/, "");
    expect(RECORDED_CLIS).toContain(cli);
    const run = (phase: string, args: string[], environment = {}) =>
      project.succeed(args, { environment: { PHASE: phase, ...environment } });
    const record = async (file: string, text: string) => {
      const folder = recordedFolder(cli, form);
      await mkdir(folder, { recursive: true });
      const portable = text
        .replaceAll(project.folder, "/project")
        .replaceAll(root, "/package")
        .replaceAll(emulator.url, "http://127.0.0.1:4455");
      await writeFile(join(folder, file), portable);
    };
    await project.init(form, form);
    await run("before", ["up", "--yes", "--skip-preview"]);
    await record(
      RECORDED_FILES.unchanged,
      await run("before", ["preview", "--json", "--show-sames"]),
    );
    await record(
      RECORDED_FILES.document,
      await run("after", ["preview", "--json", "--show-sames"]),
    );
    await record(
      RECORDED_FILES.stream,
      await run("after", ["preview", "--json", "--show-sames"], STREAM),
    );
    const logins = emulator
      .objects()
      .filter(({ path }) => path.includes(`edge_${RECORDED_DRIFT}`) && path.endsWith("/oauth"));
    expect(logins).toHaveLength(1);
    for (const { path } of logins) emulator.remove(path);
    await record(
      RECORDED_FILES.refresh,
      await run("before", ["refresh", "--preview-only", "--json"]),
    );
  },
);
