import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { type FormName, SAMPLED_FORMS } from "../support/forms";
import { preload } from "../support/preload";
import { ProviderProcess } from "../support/provider-process";
import { CA_FILE, connectProxy, secureServer } from "../support/secure";

/** TLS and proxies, in the processes that Pulumi runs: both are set up by its environment alone. */

let emulator: Emulator;
let server: Awaited<ReturnType<typeof secureServer>>;

beforeAll(async () => {
  emulator = await startEmulator({ hostNames: ["api.example.com"] });
  server = await secureServer(emulator.url);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await emulator.close();
});

async function createAs(form: FormName, baseUrl: string, environment: Record<string, string>): Promise<string> {
  await using host = await ProviderProcess.start({
    form,
    config: { baseUrl, apiKey: emulator.apiKey },
    environment: { NODE_OPTIONS: preload("fast-clock"), ...environment },
  });
  const { id } = await host.create("AgentIngress", { domain: "a.example.com" });
  return id;
}

const made = () => emulator.objects().map(({ body }) => body.id);

describe.each(SAMPLED_FORMS)("as %s", (form) => {
  const create = (baseUrl: string, environment: Record<string, string>) => createAs(form, baseUrl, environment);

  describe("a server with a certificate", () => {
    const url = () => `https://localhost:${server.port}`;

    it("of a CA in NODE_EXTRA_CA_CERTS is trusted", async () => {
      const id = await create(url(), { NODE_EXTRA_CA_CERTS: CA_FILE });
      expect(made()).toContain(id);
    });

    it("of a default CA of this Node.js is trusted", async () => {
      const environment = { NODE_OPTIONS: "--use-openssl-ca", SSL_CERT_FILE: CA_FILE };
      const id = await create(url(), environment);
      expect(made()).toContain(id);
    });

    it("of an unknown CA is not trusted, and is asked once", async () => {
      const before = emulator.requests().length;
      await expect(create(url(), { NODE_EXTRA_CA_CERTS: "" })).rejects.toThrow(
        /^POST \/agent_ingresses: no response \((UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN)\); check edge-ingress:baseUrl; if a private CA has signed the certificate, set NODE_EXTRA_CA_CERTS to the CA's file$/,
      );
      expect(emulator.requests()).toHaveLength(before);
    });

    it.each([
      ["that does not exist", "/nonexistent/ca.pem"],
      ["without a certificate", __filename],
    ])(
      "of a CA that is not in a file of NODE_EXTRA_CA_CERTS %s is not trusted, and the error names the variable",
      async (_, file) => {
        await expect(create(url(), { NODE_EXTRA_CA_CERTS: file })).rejects.toThrow(
          "if a private CA has signed the certificate, check that the file of NODE_EXTRA_CA_CERTS exists and contains the CA's",
        );
      },
    );

    it("of another name is not trusted", async () => {
      await using other = await connectProxy(server.port);
      const environment = { NODE_EXTRA_CA_CERTS: CA_FILE, HTTPS_PROXY: `http://127.0.0.1:${other.port}` };
      await expect(create("https://other.example.com", environment)).rejects.toThrow(
        "no response (ERR_TLS_CERT_ALTNAME_INVALID); the certificate is for another host: check edge-ingress:baseUrl",
      );
    });
  });

  describe("the proxy of the environment", () => {
    it("is used for other hosts", async () => {
      await using proxy = await connectProxy(server.port);
      const environment = { NODE_EXTRA_CA_CERTS: CA_FILE, HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
      const id = await create("https://api.example.com", environment);
      expect(made()).toContain(id);
      expect(proxy.asked).toEqual(["api.example.com:443"]);
    });

    it("is not used for loopback", async () => {
      await using proxy = await connectProxy(server.port, 502);
      const address = `http://127.0.0.1:${proxy.port}`;
      const id = await create(emulator.url, { HTTP_PROXY: address, HTTPS_PROXY: address });
      expect(made()).toContain(id);
      expect(proxy.asked).toEqual([]);
    });

    it.each([
      ["closes", "the proxy made no connection (UND_ERR_SOCKET)"],
      ["resets", "the proxy made no connection (ECONNRESET)"],
      [502, "the proxy made no connection (it answered 502)"],
      [407, "the proxy made no connection (it answered 407)"],
    ] as const)("is asked again, for a create too, when it %s", async (manner, problem) => {
      await using proxy = await connectProxy(server.port, manner);
      const environment = { HTTPS_PROXY: `http://user:canary@127.0.0.1:${proxy.port}` };
      const message = `POST /agent_ingresses: ${problem}; check the environment variable HTTPS_PROXY (after 9 attempts)`;
      await expect(create("https://api.example.com", environment)).rejects.toThrow(new Error(message));
      expect(proxy.asked).toHaveLength(9);
    });

    it("that is no URL is named, and not shown", async () => {
      await expect(create("https://api.example.com", { HTTPS_PROXY: "http://user:canary@" })).rejects.toThrow(
        new Error("the environment variable HTTPS_PROXY or HTTP_PROXY is not the URL of a proxy"),
      );
    });
  });
});
