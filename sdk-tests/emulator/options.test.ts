import { expect } from "vitest";
import { type OptionValues, startEmulator } from "../../src/emulator/index";
import { optionDocs } from "../../src/emulator/options/markdown";
import { parseOptionText } from "../../src/emulator/options/parsing";
import { optionTable } from "../../src/emulator/options/registry";
import { apiOf, withApi } from "./api";
import type { Members } from "./client";

const test = withApi();

/** Options on the command line, and their parsed values. */
const read: readonly { option: string; options: Members }[] = [
  { option: "pageSize=5", options: { pageSize: 5 } },
  { option: "regions=us,eu", options: { regions: ["us", "eu"] } },
  { option: "regions=", options: { regions: [] } },
  {
    option: "acceptedValues=policy.type=a,b;saml.nameid_format=urn:x",
    options: { acceptedValues: { "policy.type": ["a", "b"], "saml.nameid_format": ["urn:x"] } },
  },
  { option: "cookiePrefix=a=b", options: { cookiePrefix: "a=b" } },
];

const wrong = [
  { option: "acceptedValues=colour=blue", problem: "acceptedValues.colour: is not a known member" },
  { option: "pageSize", problem: "name=value" },
  { option: "colour=blue", problem: "wrong emulator option: colour: is not a known member" },
];

/** Responses for a secret, by option. */
const secrets: readonly { option: OptionValues["secrets"]; shown: unknown }[] = [
  { option: "plain", shown: "hush" },
  { option: "masked", shown: "********" },
  { option: "null", shown: null },
  { option: "absent", shown: undefined },
];

/** Texts that were never set, and texts that were cleared: the description with an empty text, the metadata with null. */
const unsetText: readonly {
  option: OptionValues["unsetText"];
  neverWritten: Members;
  cleared: Members;
}[] = [
  {
    option: "as-written",
    neverWritten: { description: null, metadata: null },
    cleared: { description: "", metadata: null },
  },
  {
    option: "null",
    neverWritten: { description: null, metadata: null },
    cleared: { description: null, metadata: null },
  },
  {
    option: "empty",
    neverWritten: { description: "", metadata: "" },
    cleared: { description: "", metadata: "" },
  },
  { option: "absent", neverWritten: {}, cleared: {} },
];

test.each(optionDocs())(
  "the example of $name is another value than its default, and is accepted",
  ({ name, example }) => {
    const { default: fallback, example: value } = optionTable[name];
    expect(parseOptionText(example)).toEqual({ [name]: value });
    expect(value).not.toEqual(fallback);
  },
);

test.each(read)(
  "an option of the command line is read by its kind: $option",
  ({ option, options }) => {
    expect(parseOptionText(option)).toEqual(options);
  },
);

test.each(wrong)(
  "a wrong option of the command line is refused: $option",
  ({ option, problem }) => {
    expect(() => parseOptionText(option)).toThrow(problem);
  },
);

const target = { monitoring: { api_key: "hush" } };
test.for(secrets)(
  "secrets are shown as $option, and stored in plaintext",
  async ({ option, shown }, { emulator, api }) => {
    emulator.configure({ secrets: option });
    const created = await api.members("POST", "/event_destinations", { format: "json", target });
    expect((created.target as typeof target).monitoring.api_key).toBe(shown);
    const route = await api.newRoute({
      webhook_verification: { provider: "p", secret: "hush" },
      oauth: { provider: { provider_3: { client_id: "i", client_secret: "hush" } } },
    });
    const seen = JSON.stringify(await api.members("GET", route));
    expect(seen.includes("hush")).toBe(option === "plain");
    expect(JSON.stringify(emulator.objects()).match(/hush/g)).toHaveLength(5);
  },
);

const textsOf = (shown: Members): Members =>
  Object.fromEntries(
    Object.entries(shown).filter(([member]) => member === "description" || member === "metadata"),
  );

test.for(unsetText)(
  "texts that are not set are shown $option",
  async ({ option, neverWritten, cleared }, { emulator, api }) => {
    emulator.configure({ unsetText: option, agentIngressMetadata: "as-text" });
    const created = await api.members("POST", "/agent_ingresses", { domain: "a.example" });
    expect(textsOf(created)).toEqual(neverWritten);
    const path = `/agent_ingresses/${created.id}`;
    await api.members("PATCH", path, { description: "d", metadata: "m" });
    expect(textsOf(await api.members("PATCH", path, { description: "", metadata: null }))).toEqual(
      cleared,
    );
  },
);

test("requests beyond the rate of an account are refused until the next second", async () => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  await using emulator = await startEmulator({
    options: { requestsPerSecond: 3 },
    now: () => new Date(now),
  });
  const api = apiOf(emulator);
  const answers = [];
  for (let request = 0; request < 4; request++)
    answers.push(await api.send("GET", "/agent_ingresses"));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers[3]?.headers.get("retry-after")).toBe("1");
  now += 400;
  expect(await api.status("GET", "/agent_ingresses")).toBe(200);
  // A clock that is set back takes no requests away.
  now -= 3_600_000;
  expect(await api.status("GET", "/agent_ingresses")).toBe(429);
  now += 1_000;
  expect(await api.status("GET", "/agent_ingresses")).toBe(200);
});
