import { describe, expect } from "vitest";
import { SAMPLED_FORMS } from "../../support/forms";
import { AgentIngress, declaring } from "../../support/program";
import { continueFromPrevious } from "../../support/sequence";
import { failureText, withStack } from "../../support/stack";

/**
 * Tests that the message about a missing or rejected key matches the command, and that its advice works.
 *
 * Each test continues from the state of the previous test.
 */
continueFromPrevious();

const NOTE = "if it was changed since the last `pulumi up`, add `--run-program` to this command";

const programOf = (description: string) =>
  declaring(() => new AgentIngress("one", { domain: "one.example.com", description }));

// Fixtures of a file are defined at its top.
const forms = SAMPLED_FORMS.map(
  (form) =>
    [
      form,
      withStack({ apiKeys: { "canary-key": "account" } }, { EDGE_INGRESS_API_KEY: "" }, form),
    ] as const,
);

describe.each(forms)("the key of a stack of the form %s", (_, it) => {
  it("is reported as missing by `up` without mention of other commands; the environment variable helps", async ({
    stack,
  }) => {
    const message = await failureText(stack.up(programOf("one")));
    expect(message).toContain(
      "edge-ingress:apiKey is not set: run `pulumi config set --secret edge-ingress:apiKey`",
    );
    expect(message).toContain("or set the environment variable EDGE_INGRESS_API_KEY");
    expect(message).not.toContain("--run-program");
    stack.setEnvironment("EDGE_INGRESS_API_KEY", "canary-key");
    expect((await stack.up(programOf("one"))).steps).toHaveLength(1);
  });

  it("is missed by `refresh` in what `up` recorded, though the stack has it by now; `--run-program` helps", async ({
    stack,
  }) => {
    stack.setEnvironment("EDGE_INGRESS_API_KEY", "");
    await stack.setConfig("edge-ingress:apiKey", "canary-key", true);
    const message = await failureText(stack.refresh());
    expect(message).toContain("edge-ingress:apiKey is not set");
    expect(message).toContain(NOTE);
    expect((await stack.refresh(programOf("one"))).steps).toEqual([]);
  });

  it("is rejected by `up` without mention of other commands", async ({ stack }) => {
    await stack.setConfig("edge-ingress:apiKey", "canary-wrong", true);
    const message = await failureText(stack.up(programOf("changed")));
    expect(message).toContain(
      "the API key is not accepted: it came from stack config edge-ingress:apiKey",
    );
    expect(message).not.toContain("--run-program");
  });

  it("is rejected by `preview --refresh` and `destroy` as `up` recorded it; `--run-program` helps", async ({
    emulator,
    stack,
  }) => {
    await stack.setConfig("edge-ingress:apiKey", "canary-key", true);
    const rejected = `the API key is not accepted: it came from stack config edge-ingress:apiKey; ${NOTE}`;
    expect(await failureText(stack.preview(programOf("one"), { refresh: true }))).toContain(
      rejected,
    );
    const preview = await stack.preview(programOf("one"), { refresh: true, runProgram: true });
    expect(preview.steps).toEqual([]);
    expect(await failureText(stack.destroy())).toContain(rejected);
    await stack.destroy(programOf("one"));
    expect(emulator.objects()).toEqual([]);
    expect(stack.printed).not.toContain("canary");
  });
});
