import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { testClient } from "../support/client";
import { failureOf } from "../support/in-process-dynamic";
import { connectProxy } from "../support/secure";

/**
 * Tests of the requests that use the proxy of the environment. The hosts do not exist: a request without the proxy
 * fails.
 */

/** Variables with which api.invalid is connected without the proxy. */
const without = [
  { variable: "NO_PROXY", value: "api.invalid" },
  { variable: "no_proxy", value: "api.invalid" },
  { variable: "NO_PROXY", value: "API.invalid" },
  { variable: "NO_PROXY", value: "other.example, api.invalid" },
  { variable: "NO_PROXY", value: "other.example api.invalid" },
  { variable: "NO_PROXY", value: "invalid" },
  { variable: "NO_PROXY", value: ".invalid" },
  { variable: "NO_PROXY", value: "*.invalid" },
  { variable: "NO_PROXY", value: "*" },
  { variable: "NO_PROXY", value: "api.invalid:443" },
];

/** Values of NO_PROXY that do not name the host of a URL. */
const through = [
  { url: "https://api.invalid", value: "api.invalid:8443" },
  { url: "https://api.invalid", value: "example" },
  { url: "https://10.1.2.3", value: "10.0.0.0/8" },
  { url: "https://[fd00::1]", value: "fd00::/8" },
];

const list = { method: "GET", path: { template: "/agent_ingresses" } } as const;

beforeEach(() => {
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"].flatMap((variable) => [
    variable,
    variable.toLowerCase(),
  ]))
    vi.stubEnv(name, undefined);
});

afterEach(() => vi.unstubAllEnvs());

/** Returns the data of a request that a proxy receives, and the failure of the request. */
async function sendTo(url: string, environment: Readonly<Record<string, string>>) {
  await using proxy = await connectProxy(1, 502);
  for (const [name, value] of Object.entries(environment))
    vi.stubEnv(name, value.replace("PROXY", `http://user:canary@127.0.0.1:${proxy.port}`));
  const error = await failureOf(testClient({ baseUrl: url, maxRetries: 0 }).request(list));
  expect(error.message).not.toContain("canary");
  return { requestedHosts: proxy.requestedHosts, message: error.message };
}

// The client uses the proxy of plain HTTP if there is no other.
it.each(["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"])(
  "a proxy in %s is used",
  async (name) => {
    const { requestedHosts, message } = await sendTo("https://api.invalid", { [name]: "PROXY" });
    expect(requestedHosts).toEqual(["api.invalid:443"]);
    expect(message).toContain("the proxy made no connection (it answered 502)");
  },
);

it.each(without)(
  "a host is connected without the proxy if $variable is $value",
  async ({ variable, value }) => {
    const { requestedHosts, message } = await sendTo("https://api.invalid", {
      HTTPS_PROXY: "PROXY",
      [variable]: value,
    });
    expect(requestedHosts).toEqual([]);
    expect(message).toMatch(/no response from api.invalid \((ENOTFOUND|EAI_AGAIN)\)/);
  },
);

it.each(through)(
  "$url is connected through the proxy if NO_PROXY is $value, which does not name it",
  async ({ url, value }) => {
    const { requestedHosts } = await sendTo(url, { HTTPS_PROXY: "PROXY", NO_PROXY: value });
    expect(requestedHosts).toEqual([`${new URL(url).hostname}:443`]);
  },
);
