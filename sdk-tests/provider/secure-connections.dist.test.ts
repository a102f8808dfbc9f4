import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyServer } from "../support/empty-server";
import { SAMPLED_FORMS } from "../support/forms";
import { preload } from "../support/preload";
import { ProviderProcess } from "../support/provider-process";
import { CA_FILE, connectProxy, secureServer } from "../support/secure";

/** TLS and proxies, in the processes that Pulumi runs: both are set up by its environment alone. */

const service = emptyServer({ hostNames: ["api.example.com"] });
let server: Awaited<ReturnType<typeof secureServer>>;

beforeAll(async () => {
  server = await secureServer(service.emulator.url);
});

afterAll(() => server[Symbol.asyncDispose]());

/** The URL by which an environment names a proxy. */
const at = ({ port }: { readonly port: number }, user = "") => `http://${user}127.0.0.1:${port}`;

describe.each(SAMPLED_FORMS)("as %s", (form) => {
  async function create(baseUrl: string, environment: Record<string, string>): Promise<string> {
    await using host = await ProviderProcess.start({
      form,
      config: { baseUrl, apiKey: service.emulator.apiKey },
      environment: { NODE_OPTIONS: preload("fast-clock"), ...environment },
    });
    return (await host.create("AgentIngress", { domain: "a.example.com" })).id;
  }

  async function expectCreated(
    baseUrl: string,
    environment: Record<string, string>,
  ): Promise<void> {
    const id = await create(baseUrl, environment);
    expect(service.ids()).toEqual([id]);
  }

  const url = () => `https://localhost:${server.port}`;

  it.each<{ title: string; environment: Record<string, string> }>([
    {
      title: "a server with a certificate of a CA in NODE_EXTRA_CA_CERTS is trusted",
      environment: { NODE_EXTRA_CA_CERTS: CA_FILE },
    },
    {
      title: "a server with a certificate of a default CA of this Node.js is trusted",
      environment: { NODE_OPTIONS: "--use-openssl-ca", SSL_CERT_FILE: CA_FILE },
    },
  ])("$title", ({ environment }) => expectCreated(url(), environment));

  it("a server with a certificate of an unknown CA is not trusted, and is asked once", async () => {
    await expect(create(url(), { NODE_EXTRA_CA_CERTS: "" })).rejects.toThrow(
      /^POST \/agent_ingresses: no response from localhost:\d+ \((UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN)\); check edge-ingress:baseUrl; if a private CA has signed the certificate, set NODE_EXTRA_CA_CERTS to the CA's file$/,
    );
    expect(service.emulator.requests()).toEqual([]);
  });

  it.each([
    {
      title:
        "a certificate is not trusted if NODE_EXTRA_CA_CERTS is a file that does not exist, which the error names",
      file: "/nonexistent/ca.pem",
    },
    {
      title:
        "a certificate is not trusted if NODE_EXTRA_CA_CERTS is a file without a certificate, which the error names",
      file: __filename,
    },
  ])("$title", async ({ file }) => {
    await expect(create(url(), { NODE_EXTRA_CA_CERTS: file })).rejects.toThrow(
      "if a private CA has signed the certificate, check that the file of NODE_EXTRA_CA_CERTS exists and contains the CA's",
    );
  });

  it("a server with a certificate of another name is not trusted", async () => {
    await using other = await connectProxy(server.port);
    const environment = { NODE_EXTRA_CA_CERTS: CA_FILE, HTTPS_PROXY: at(other) };
    await expect(create("https://other.example.com", environment)).rejects.toThrow(
      "no response from other.example.com (ERR_TLS_CERT_ALTNAME_INVALID); the certificate is for another host: check edge-ingress:baseUrl",
    );
  });

  it("the proxy of the environment is used for other hosts", async () => {
    await using proxy = await connectProxy(server.port);
    await expectCreated("https://api.example.com", {
      NODE_EXTRA_CA_CERTS: CA_FILE,
      HTTPS_PROXY: at(proxy),
    });
    expect(proxy.requestedHosts).toEqual(["api.example.com:443"]);
  });

  it("the proxy of the environment is not used for loopback", async () => {
    await using proxy = await connectProxy(server.port, 502);
    await expectCreated(service.emulator.url, { HTTP_PROXY: at(proxy), HTTPS_PROXY: at(proxy) });
    expect(proxy.requestedHosts).toEqual([]);
  });

  it.each([
    ["closes", "the proxy made no connection (UND_ERR_SOCKET)"],
    ["resets", "the proxy made no connection (ECONNRESET)"],
    [502, "the proxy made no connection (it answered 502)"],
    [407, "the proxy made no connection (it answered 407)"],
  ] as const)(
    "the proxy of the environment is asked again, for a create too, when it %s",
    async (manner, problem) => {
      await using proxy = await connectProxy(server.port, manner);
      const environment = { HTTPS_PROXY: at(proxy, "user:canary@") };
      const message = `POST /agent_ingresses: ${problem}; check the environment variable HTTPS_PROXY (after 9 attempts)`;
      await expect(create("https://api.example.com", environment)).rejects.toThrow(
        new Error(message),
      );
      expect(proxy.requestedHosts).toHaveLength(9);
    },
  );

  it("an invalid URL of the environment's proxy is reported without its value", async () => {
    await expect(
      create("https://api.example.com", { HTTPS_PROXY: "http://user:canary@" }),
    ).rejects.toThrow(
      new Error("the environment variable HTTPS_PROXY or HTTP_PROXY is not the URL of a proxy"),
    );
  });
});
