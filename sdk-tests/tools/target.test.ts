import { describe, expect, it } from "vitest";
import { chooseTarget, stackName } from "../../tools/start/target.mts";

const local = { baseUrl: "http://127.0.0.1:4455", apiKey: "local-key" };

describe("the stack of npm start", () => {
  it("is never `local` for a base URL of the environment, where another server may have the local one's port", () => {
    expect(stackName("http://127.0.0.1:4455")).toMatch(/^127\.0\.0\.1-4455-[0-9a-f]{8}$/);
    expect(stackName("HTTP://127.0.0.1:4455//")).toBe(stackName("http://127.0.0.1:4455"));
  });

  it("is named after host, port and path of any other base URL", () => {
    expect(stackName("https://api.example.com:8443/edge/v2")).toMatch(
      /^api\.example\.com-8443-edge-v2-[0-9a-f]{8}$/,
    );
  });

  it("is the same for spellings of one base URL", () => {
    expect(stackName("https://API.example.com:443/v2/")).toBe(
      stackName("https://api.example.com/v2"),
    );
  });

  it("differs between base URLs that read alike", () => {
    const urls = [
      "https://h.example/a-b",
      "https://h.example/a/b",
      "http://h.example/a-b",
      "https://h.example/A-b",
    ];
    expect(new Set(urls.map(stackName)).size).toBe(urls.length);
  });

  it("has a name that Pulumi accepts, of at most 100 characters", () => {
    for (const url of [
      `https://h.example/${"x".repeat(300)}`,
      "http://[::1]:8080/ü?q#f",
      "https://user:pw@h.example",
    ]) {
      expect(stackName(url)).toMatch(/^[a-zA-Z0-9][a-zA-Z0-9.-]{0,99}$/);
      expect(stackName(url)).not.toContain("pw");
    }
  });
});

describe("the API of npm start", () => {
  it("is the local server when no base URL is set", () => {
    expect(chooseTarget({ EDGE_INGRESS_API_KEY: "other" }, local)).toEqual({
      ...local,
      stack: "local",
      serveLocally: true,
    });
  });

  it("is the one of the environment when a base URL is set, and no server is started then", () => {
    const stack = stackName("http://127.0.0.1:4455");
    const target = chooseTarget(
      { EDGE_INGRESS_BASE_URL: "http://127.0.0.1:4455/", EDGE_INGRESS_API_KEY: "k" },
      local,
    );
    expect(target).toEqual({
      baseUrl: "http://127.0.0.1:4455/",
      apiKey: "k",
      stack,
      serveLocally: false,
    });
  });

  it.each([
    [{ EDGE_INGRESS_BASE_URL: "https://h.example" }, "EDGE_INGRESS_API_KEY"],
    [{ EDGE_INGRESS_BASE_URL: "h.example", EDGE_INGRESS_API_KEY: "k" }, "http or https URL"],
    [{ EDGE_INGRESS_BASE_URL: "ftp://h.example", EDGE_INGRESS_API_KEY: "k" }, "http or https URL"],
  ])("is refused in one line when the environment is %o", (env, words) => {
    expect(() => chooseTarget(env, local)).toThrow(words);
  });
});
