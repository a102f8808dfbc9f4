import { describe, expect } from "vitest";
import { SAMPLED_FORMS } from "../support/forms";
import { isWrappedSecret } from "../support/in-process-dynamic";
import {
  AgentIngress,
  declaring,
  output,
  Provider,
  SshCertificateAuthority,
  secret,
} from "../support/program";
import { failureText, type StateEntry, TestStack, withStack } from "../support/stack";

/** Tests of the sources of the base URL and the API key, and of the errors if they are missing or invalid. */

const unset = { EDGE_INGRESS_API_KEY: "", EDGE_INGRESS_BASE_URL: "" };

const apiKeys = { "canary-key-dev": "dev", "canary-key-prod": "prod", "clear-key-of-old": "old" };
const it = withStack({ apiKeys }, unset);

const ingress = declaring(() => new AgentIngress("one", { domain: "one.example.com" }));

describe("a stack without a key", () => {
  it.beforeAll(({ emulator, stack }) => stack.setConfig("edge-ingress:baseUrl", emulator.url));
  it.beforeEach(({ emulator }) => emulator.clearRequests());

  it("can be previewed", async ({ stack }) => {
    expect((await stack.preview(ingress)).steps).toHaveLength(1);
  });

  it("refuses settings that cannot be used in a preview, all at once", async ({
    emulator,
    stack,
  }) => {
    await stack.setConfig("edge-ingress:maxRetries", "abc");
    await stack.setConfig("edge-ingress:routeDeletion", "drop");
    const message = await failureText(stack.preview(ingress));
    expect(message).toContain(
      'edge-ingress:routeDeletion must be "delete", "disable", "retain", or "require"',
    );
    expect(message).toContain("edge-ingress:maxRetries must be a whole number");
    await stack.setConfig("edge-ingress:maxRetries", "8");
    await stack.setConfig("edge-ingress:routeDeletion", "delete");
    expect(emulator.requests()).toEqual([]);
  });

  it.for([
    {
      kind: "texts",
      args: () => ({ maxRetries: "abc" as unknown as number, baseUrl: "api.example.com" }),
      problem: "maxRetries must be a whole number; baseUrl must be an absolute URL",
    },
    {
      kind: "an output",
      args: () => ({ maxConcurrency: output(5000) }),
      problem: "maxConcurrency must be at most 1000, got 5000",
    },
    {
      kind: "a secret",
      args: () => ({ maxConcurrency: secret(5000) }),
      problem: "maxConcurrency must be at most 1000\n",
    },
  ])(
    "refuses invalid arguments of a Provider in a preview, as $kind, and names the Provider",
    async ({ args, problem }, { emulator, stack }) => {
      const program = async () => {
        const provider = new Provider("wrong", args());
        new AgentIngress("one", { domain: "one.example.com" }, { provider });
      };
      expect(await failureText(stack.preview(program))).toContain(`Provider 'wrong': ${problem}`);
      expect(emulator.requests()).toEqual([]);
    },
  );

  it("uses several accounts, each argument falling back to stack config", async ({
    emulator,
    stack,
  }) => {
    await stack.setConfig("edge-ingress:apiKey", "canary-key-dev", true);
    await stack.up(async () => {
      const dev = new Provider("dev");
      const prod = new Provider("prod", { apiKey: "canary-key-prod" });
      new AgentIngress("of-dev", { domain: "dev.example.com" }, { provider: dev });
      new AgentIngress("of-prod", { domain: "prod.example.com" }, { provider: prod });
    });
    const created = emulator.objects().map(({ account, body }) => `${account} ${body.domain}`);
    expect(created.sort()).toEqual(["dev dev.example.com", "prod prod.example.com"]);
    await stack.destroy();
    expect(emulator.objects()).toEqual([]);
    expect(await stack.written()).not.toContain("canary-key");
  });
});

it("the provider uses a plaintext key of stack config, and warns once; later, it distinguishes an old key from the current key", async ({
  emulator,
}) => {
  await using stack = await TestStack.create(emulator, unset);
  await stack.setConfig("edge-ingress:baseUrl", emulator.url);
  await stack.setConfig("edge-ingress:apiKey", "clear-key-of-old");
  const program = async () => {
    const provider = new Provider("same");
    new AgentIngress("one", { domain: "one.example.com" });
    new SshCertificateAuthority("two", {}, { provider });
  };
  const { text } = await stack.up(program);
  const [, diagnostics = ""] = text.split("Diagnostics:");
  const warning =
    "edge-ingress:apiKey is stored in plaintext in the stack's configuration and state: run `pulumi config set --secret edge-ingress:apiKey`, then `pulumi up`";
  expect(diagnostics.split(warning)).toHaveLength(2);
  expect(emulator.objects().filter(({ account }) => account === "old")).toHaveLength(2);

  await stack.setConfig("edge-ingress:apiKey", "canary-key-dev", true);
  emulator.clearRequests();
  emulator.addFault({ method: "GET", status: 401, times: "always" });
  const message = await failureText(stack.refresh());
  emulator.clearFaults();
  expect(new Set(emulator.requests().map(({ account }) => account))).toEqual(new Set(["old"]));
  expect(message).toMatch(
    /the API key is not accepted: it came from stack config edge-ingress:apiKey(, by Provider "same")?; if it was changed since the last `pulumi up`, add `--run-program` to this command/,
  );
  const mended = await stack.up(program);
  expect(mended.text).not.toContain("in plaintext");
  expect(JSON.stringify(await stack.exported())).not.toContain("clear-key-of-old");
  expect(stack.printed).not.toMatch(/clear-key|canary-key/);
});

it.for([
  ["dynamic", "mine"],
  ["plugin", "default"],
  ["plugin", "default_eu"],
] as const)(
  "as the form %s, the argument of a Provider called %s is named as the source of a key that is refused",
  async ([form, name], { emulator }) => {
    await using stack = await TestStack.create(emulator, unset, form);
    await stack.setConfig("edge-ingress:baseUrl", emulator.url);
    await stack.setConfig("edge-ingress:apiKey", "canary-key-dev", true);
    const program = async () => {
      const provider = new Provider(name, { apiKey: secret("canary-mine") });
      new AgentIngress("one", { domain: "one.example.com" }, { provider });
      new AgentIngress("two", { domain: "two.example.com" });
    };
    expect(await failureText(stack.up(program))).toContain(
      `it came from the argument apiKey of Provider "${name}"`,
    );
    expect(await stack.written()).not.toContain("canary-");
  },
);

it.for(SAMPLED_FORMS)(
  "as the form %s, a Provider stores the base URL of stack config as a secret if it was set as a secret",
  async (form, { emulator }) => {
    await using stack = await TestStack.create(emulator, unset, form);
    await stack.setConfig("edge-ingress:baseUrl", emulator.url, true);
    await stack.setConfig("edge-ingress:apiKey", "canary-key-dev", true);
    const program = (description: string) => () => {
      const provider = new Provider("p");
      const domain = `secret-address-${form}.example.com`;
      new AgentIngress("one", { domain, description }, { provider });
    };
    await stack.up(program("one"));
    expect((await stack.up(program("two"))).steps).toEqual([
      { op: "update", name: "one", paths: ["description"] },
    ]);
    expect((await stack.refresh()).steps).toEqual([]);
    const { deployment } = await stack.exported();
    const resources: readonly StateEntry[] = deployment.resources;
    const inputs: object = resources.find(({ urn }) => urn.endsWith("::p"))?.inputs ?? {};
    const [, baseUrl] = Object.entries(inputs).find(([name]) => name.endsWith("baseUrl")) ?? [];
    expect(baseUrl).toSatisfy(isWrappedSecret);
    await stack.destroy();
  },
);

it.for(SAMPLED_FORMS)(
  "as the form %s, the objects of a removed Provider with a rotated key are deleted as the message advises",
  async (form, { emulator }) => {
    await using stack = await TestStack.create(
      emulator,
      { ...unset, EDGE_INGRESS_BASE_URL: emulator.url },
      form,
    );
    await stack.setConfig("edge-ingress:apiKey", "canary-key-dev", true);
    const account = (key: string) => new Provider("p", { apiKey: secret(key) });
    const used = (key: string) => () => {
      new AgentIngress("one", { domain: "removed.example.com" }, { provider: account(key) });
    };
    await stack.up(used("canary-key-dev"));
    await stack.up(used("canary-key-rotated"));
    const refused = await failureText(stack.up(() => undefined));
    expect(refused).toContain('it came from the argument apiKey of Provider "p"');
    expect(refused).toContain(
      "if the program does not use it any more, restore what uses it, run `pulumi up`, and then remove that again",
    );
    await stack.up(used("canary-key-dev"));
    await stack.up(() => undefined);
    expect(emulator.objects().map(({ body }) => body.domain)).not.toContain("removed.example.com");
    expect(stack.printed).not.toContain("canary-");
  },
);
