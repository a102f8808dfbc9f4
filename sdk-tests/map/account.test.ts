import { expect, it } from "vitest";
import { readAccount } from "../../src/account/account";
import { startEmulator } from "../../src/emulator";
import { accountIngress } from "../../src/insight/map/account";
import { mapOf, titleOf } from "../../src/insight/map/model";
import { readerOf } from "../account/reader";
import { members } from "../emulator/client";

it("a map of an account has what the API lists, and the routes and edges that are named", async () => {
  await using emulator = await startEmulator();
  await members(emulator, "POST", "/agent_ingresses", { domain: "connect.example.com" });
  const { id } = await members(emulator, "POST", "/edges/https/edghts_1/routes", {
    ...{ match_type: "path_prefix", match: "/admin", backend: { backend_id: "bkdhr_1" } },
    oauth: { provider: { provider_3: { email_domains: ["acme.example"] } } },
  });
  await members(emulator, "PUT", "/edges/https/edghts_1/tls_termination", { min_version: "1.2" });
  const { objects } = await readAccount(readerOf(emulator), [
    { kind: "https-edge", id: "edghts_1" },
    { kind: "route", id: String(id), edgeId: "edghts_1" },
  ]);
  const map = mapOf(accountIngress(objects));
  expect(titleOf(map)).toBe("the account");
  const [edge] = map.edges;
  expect(edge?.modules.map(({ effect }) => effect)).toEqual(["TLS 1.2 or newer"]);
  expect(
    edge?.routes.map(({ match, access, backend, action }) => [match, access, backend, action]),
  ).toEqual([["/admin", "protected", "bkdhr_1", "unchanged"]]);
  expect(map.objects.map(({ kind, facts }) => [kind, facts[0]])).toEqual([
    ["agent ingress", "connect.example.com"],
  ]);
});
