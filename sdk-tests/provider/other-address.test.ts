import { expect, it } from "vitest";
import { emptyServer } from "../support/empty-server";
import { printedLines } from "../support/printed";

/** Tests of the messages about objects that were created at an address that differs from the configured address. */

const lines = printedLines();
const server = emptyServer();

const args = { privateKeyType: "ed25519" };
const elsewhere = { ...args, uri: "https://old.example.com/v1/ssh_certificate_authorities/canary" };
const warning = () =>
  "warning: the address of this SshCertificateAuthority is at https://old.example.com, which is not below " +
  `edge-ingress:baseUrl (${server.emulator.url}/), and those of others may be: if the base URL was changed, set the old one again ` +
  "to change or destroy what is there, because another base URL moves no object; if the service shows its objects at that " +
  "address, run `pulumi refresh`, which records that\n";

const authorities = (config = {}) => server.dynamic("sshCertificateAuthority", config);

it("an object at another address is one warning for each address, in previews and in updates", async () => {
  const provider = await authorities();
  await provider.diff("sshca_1", elsewhere, args);
  await provider.diff("sshca_2", elsewhere, args);
  expect(lines()).toEqual([warning()]);
  await provider.diff("sshca_3", { ...args, uri: "https://older.example.com/" }, args);
  expect(lines()).toHaveLength(2);
});

it("an object at another address is a warning in a refresh that finds nothing at the configured address", async () => {
  const provider = await authorities();
  expect(await provider.read("sshca_gone", elsewhere)).toEqual({});
  expect(lines()).toEqual([warning()]);
});

it("an object at another address causes no warning in a refresh if the service itself returns that address", async () => {
  const provider = await authorities();
  const { id } = await provider.create(args);
  const body = {
    id,
    created_at: "2026-01-01T00:00:00Z",
    uri: elsewhere.uri,
    key_type: "ed25519",
    public_key: "x",
  };
  server.emulator.addFault({
    method: "GET",
    path: "/ssh_certificate_authorities/{id}",
    status: 200,
    body,
  });
  await provider.read(id, elsewhere);
  expect(lines()).toEqual([]);
});

/** The service returns objects with an address that is not below its base URL, like a service behind a gateway. */
const showElsewhere = (id: string, method: "GET" | "POST") => {
  const body = {
    id,
    created_at: new Date().toISOString(),
    uri: elsewhere.uri,
    key_type: "ed25519",
    public_key: "x",
  };
  const path =
    method === "GET" ? "/ssh_certificate_authorities/{id}" : "/ssh_certificate_authorities";
  server.emulator.addFault({ method, path, status: method === "GET" ? 200 : 201, body });
};

it("an object that the service itself returns with another address causes no warning in the next previews", async () => {
  const provider = await authorities();
  showElsewhere("sshca_1", "POST");
  const { id, outs } = await provider.create(args);
  expect(outs).toMatchObject({
    uri: elsewhere.uri,
    __servedBy: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  await provider.diff(id, outs ?? {}, args);
  expect(lines()).toEqual([]);
  const moved = await authorities({ "edge-ingress:baseUrl": "https://moved.example.com" });
  await moved.diff(id, outs ?? {}, args);
  expect(lines()).toHaveLength(1);
});

it("a refresh records that the service shows an object at another address", async () => {
  const provider = await authorities();
  const { id } = await provider.create(args);
  showElsewhere(id, "GET");
  const { props } = await provider.read(id, elsewhere);
  await provider.diff(id, props ?? {}, args);
  expect(lines()).toEqual([]);
});

it("an object below the base URL has no note in the state", async () => {
  const { outs } = await (await authorities()).create(args);
  expect(Object.keys(outs ?? {})).not.toContain("__servedBy");
});

it.each([
  {
    title: "no warning is logged for an object whose address is below the base URL",
    config: {},
    uri: () => `${server.emulator.url}/ssh_certificate_authorities/sshca_1`,
  },
  {
    title: "no warning is logged for an object whose address has another port of this computer",
    config: {},
    uri: () => "http://localhost:1/ssh_certificate_authorities/sshca_1",
  },
  {
    title: "no warning is logged for an object whose address is relative",
    config: {},
    uri: () => "/ssh_certificate_authorities/sshca_1",
  },
  {
    title: "no warning is logged for an object whose address is not known",
    config: {},
    uri: () => undefined,
  },
  {
    title:
      "no warning is logged for an object whose address is nowhere near a base URL that is not set",
    config: { "edge-ingress:baseUrl": "" },
    uri: () => elsewhere.uri,
  },
  {
    title:
      "no warning is logged for an object whose address is nowhere near a base URL that is none",
    config: { "edge-ingress:baseUrl": "example" },
    uri: () => elsewhere.uri,
  },
])("$title", async ({ config, uri }) => {
  await (await authorities(config)).diff("sshca_1", { ...args, uri: uri() }, args);
  expect(lines()).toEqual([]);
});

it("the warning shows no password that a base URL should not have", async () => {
  const provider = await authorities({
    "edge-ingress:baseUrl": "https://user:canary@api.example.com/v2?canary",
  });
  await provider.diff("sshca_1", elsewhere, args);
  expect(lines()).toHaveLength(1);
  expect(lines().join("")).not.toContain("canary");
  expect(lines().join("")).toContain("(https://api.example.com/v2)");
});
