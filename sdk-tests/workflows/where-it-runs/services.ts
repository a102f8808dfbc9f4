import { rmSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { expect } from "vitest";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { Place } from "../../support/place";
import { lacksPostgres, postgres } from "../../support/postgres";
import { relayTo } from "../../support/relay";
import { s3Server } from "../../support/s3-server";
import { SECRETS_PROVIDER } from "../../support/secrets-service";
import { CA_FILE, connectProxy, secureServer } from "../../support/secure";
import type { Row } from "../../support/where-it-runs";

/** A short life of a stack whose state is in another backend than files. */
async function liveIn(emulator: Emulator, environment: Readonly<NodeJS.ProcessEnv>): Promise<void> {
  await using place = await Place.create(emulator, { environment });
  rmSync(`${place.project.folder}/Pulumi.test.yaml`);
  await place.pulumi(["stack", "init", "test", "--secrets-provider", SECRETS_PROVIDER]);
  await place.live();
  await place.pulumi(["stack", "rm", "test", "--yes"]);
}

/**
 * A gateway in front of the service, whose responses contain the addresses of its objects under a different host name.
 */
const gatewayTo = (emulator: Emulator, path: string, host: string) =>
  relayTo(
    emulator.url,
    ({ status, body }, response) => {
      const text = String(body).replaceAll(
        `"uri":"${emulator.url}`,
        '"uri":"https://internal.example.com',
      );
      response.writeHead(status, { "Content-Type": "application/json" }).end(text);
    },
    { path, host },
  );

const lacksIpv6 = () => {
  const addresses = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  );
  return !addresses.includes("::1") && "this machine has no IPv6";
};

export const services: readonly Row[] = [
  {
    place:
      "A proxy that alone reaches the service, a private CA, and a path with spaces and letters beyond ASCII",
    life: "whole",
    run: async () => {
      const emulator = await startEmulator({ hostNames: ["api.example.com"] });
      await using server = await secureServer(emulator.url);
      await using proxy = await connectProxy(server.port);
      const environment = {
        EDGE_INGRESS_BASE_URL: "https://api.example.com",
        HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
        NODE_EXTRA_CA_CERTS: CA_FILE,
      };
      await using place = await Place.create(emulator, { environment, name: "Grüße 日本 🦊 " });
      expect(await place.liveFully()).not.toMatch(/warning:/);
      expect(new Set(proxy.requestedHosts)).toEqual(new Set(["api.example.com:443"]));
      await emulator.close();
    },
  },
  {
    place:
      "A gateway at `http://[::1]:PORT/v1/edge%20api/`, behind which the service shows another address of its objects",
    life: "short",
    lacks: lacksIpv6,
    run: async (emulator) => {
      await using gateway = await gatewayTo(emulator, "/v1/edge%20api", "::1");
      const environment = { EDGE_INGRESS_BASE_URL: `http://[::1]:${gateway.port}/v1/edge%20api/` };
      await using place = await Place.create(emulator, { environment });
      expect(await place.live()).not.toMatch(/warning:/);
    },
  },
  {
    place: "A service that answers 429 above two requests per second",
    life: "short",
    run: async () => {
      await using emulator = await startEmulator({ options: { requestsPerSecond: 2 } });
      await using place = await Place.create(emulator);
      await place.live();
      expect(emulator.requests().map(({ status }) => status)).toContain(429);
    },
  },
  {
    place: "A state in a bucket of an S3 server",
    life: "short",
    run: async (emulator) => {
      await using bucket = await s3Server();
      await liveIn(emulator, bucket.environment);
    },
  },
  {
    place: "A state in PostgreSQL",
    life: "short",
    lacks: lacksPostgres,
    run: async (emulator) => {
      await using database = await postgres();
      await liveIn(emulator, database.environment);
    },
  },
  {
    place: "Two runners that update one stack at the same time",
    life: "other",
    run: async (emulator) => {
      await using place = await Place.create(emulator);
      emulator.addFault({ method: "POST", delayMs: 20_000, times: 1 });
      const first = place.pulumi(["up", "--yes", "--skip-preview"]);
      await expect.poll(() => emulator.requests().length, { timeout: 60_000 }).toBeGreaterThan(0);
      const second = await place.run([
        "pulumi",
        "up",
        "--yes",
        "--skip-preview",
        "--non-interactive",
      ]);
      expect(second.code).not.toBe(0);
      expect(second.text).toMatch(/the stack is currently locked by 1 lock/);
      await first;
      await place.pulumi(["preview", "--expect-no-changes"]);
      await place.end();
    },
  },
];
