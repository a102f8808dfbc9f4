import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { withEmulator } from "../support/fixtures";
import { folderOfTests } from "../support/folders";
import { FORMS } from "../support/forms";
import { declareAs } from "../support/program";
import { TestStack } from "../support/stack";
import { expectPrivate } from "../support/system";

/** Tests of the log of requests: with `--debug`, and in the file of EDGE_INGRESS_LOG. */

const it = withEmulator();
const folder = folderOfTests();

const program = (description: string) => async () => {
  for (const form of FORMS)
    declareAs(form, "AgentIngress", form, { domain: `${form}.example.com`, description });
};

const PATCHED =
  /PATCH \/agent_ingresses\/agin_\w+ answered 200 in \d+ ms \(attempt 2, (after \d+\.\d s in line, )?request [\w-]+\)/g;

const patchesIn = (text: string): number => new Set(text.match(PATCHED)).size;

it("each attempt of either form is shown with --debug, nothing of it without, and all is in the file", async ({
  emulator,
}) => {
  const file = join(folder, "requests.log");
  await using stack = await TestStack.create(emulator, { EDGE_INGRESS_LOG: `requests:${file}` });
  expect((await stack.up(program("one"))).text).not.toContain("answered 201");
  for (const { path } of emulator.objects())
    emulator.addFault({ method: "PATCH", path, status: 503 });
  const { text } = await stack.up(program("two"), { debug: true, parallel: 1 });
  const log = await readFile(file, "utf8");
  expect(
    log.match(/^\S+Z debug POST \/agent_ingresses answered 201 in \d+ ms \(attempt 1, .*\)$/gm),
  ).toHaveLength(2);
  for (const shown of [log, text]) {
    expect(shown).toMatch(/retrying \w+ \S+ in 0\.\d s: the service answered 503/);
    expect(shown).not.toContain(emulator.apiKey);
  }
  expect(patchesIn(log)).toBe(FORMS.length);
  expect(patchesIn(text)).toBe(FORMS.length);
  expectPrivate(file);
});
