import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { shownCommands } from "./console-blocks";
import type { LocalServer } from "./local-server";
import type { Walkthrough } from "./walkthrough";

/**
 * For each example that npm installs: expectations after its README was followed, in addition to the success of all
 * commands.
 */
export const examples: Readonly<Record<string, (walkthrough: Walkthrough) => Promise<void>>> = {
  javascript: async ({ local }) => {
    expect((await changesOf(local)).sort()).toEqual(["POST agent_ingresses", "POST routes"]);
  },

  "unit-tested": async ({ local }) => {
    expect((await changesOf(local)).sort()).toEqual([
      "POST agent_ingresses",
      "POST routes",
      "POST routes",
    ]);
  },

  policies: async ({ local, printed }) => {
    expect((await changesOf(local)).sort()).toEqual(["POST routes", "POST routes"]);
    expect(printed).toContain("edge-ingress@v1.0.0");
  },

  "ingress-stack": async ({ local }) => {
    expect(await changesOf(local)).toHaveLength(10);
  },

  // Each account has the objects that were made with its key, and no key is printed.
  accounts: async ({ local, printed }) => {
    const created = (await local.objects()).map(
      ({ account, body }) => `${account} ${body.domain ?? "authority"}`,
    );
    expect(created.sort()).toEqual([
      "asia authority",
      "asia connect.asia.example.com",
      "europe authority",
      "europe connect.europe.example.com",
    ]);
    expect(printed).not.toContain("key-of");
  },

  // The destination changes in place, and no credentials are printed.
  "event-delivery": async ({ local, printed }) => {
    expect(await changesOf(local)).toEqual([
      "POST event_destinations",
      expect.stringMatching(/^PATCH /),
    ]);
    const [destination] = await local.objects();
    const creds = {
      cloud_access_key_id: "example-green",
      cloud_secret_access_key: "secret-of-green",
    };
    expect(destination?.body).toMatchObject({ target: { data_stream: { auth: { creds } } } });
    expect(printed).not.toContain("secret-of");
  },

  // The login moves to the other team without an interruption.
  "module-owners": async ({ local }) => {
    expect(await changesOf(local)).toEqual([
      "POST routes",
      "PUT websocket_tcp_converter",
      "PUT oauth",
    ]);
    const login = (await local.objects()).find(({ path }) => path.endsWith("/oauth"));
    expect(login?.body).toMatchObject({
      provider: { provider_1: { teams: ["example/operators"] } },
    });
  },

  "many-stacks": async ({ local }) => {
    expect(await changesOf(local)).toEqual(Array(25).fill("POST agent_ingresses"));
  },

  // Both regions are in the account of the stage.
  promotion: async ({ local, printed }) => {
    const domains = (await local.objects()).flatMap(({ account, body }) =>
      body.domain ? [`${account} ${body.domain}`] : [],
    );
    expect(domains.sort()).toEqual([
      "dev eu.connect.dev.example.com",
      "dev us.connect.dev.example.com",
    ]);
    expect(printed).not.toMatch(/secret-of|key-of/);
  },

  // The review of the preview that the reader has recorded is the review in the README.
  review: async (walkthrough) => {
    const readme = await readFile(join(walkthrough.program, "README.md"), "utf8");
    for (const { command, output } of shownCommands(readme))
      expect(await walkthrough.printsFor(command)).toBe(output);
    const comment = await readFile(join(walkthrough.program, "review.md"), "utf8");
    expect(comment).toMatch(/^### Ingress review\n/);
  },
};

const changesOf = async (local: LocalServer): Promise<string[]> =>
  (await local.requests())
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path.slice(path.lastIndexOf("/") + 1)}`);
