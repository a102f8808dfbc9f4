import { describe, expect, it } from "vitest";
import { EdgeIngressError } from "../../src/core/client/errors";
import { tcpEdgeBackend } from "../../src/core/definitions";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import { moduleAddress } from "../../src/core/lifecycle/module-address";
import { confirmUnset } from "../../src/core/lifecycle/module-presence";
import { emptyServer } from "../support/empty-server";
import { expectFailure } from "../support/failure";
import { resources } from "../support/resources";

const server = emptyServer();
const PATH = "/edges/tcp/edge_1/backend";
const args = { edgeId: "edge_1", backendId: "bkd_1" };
const EMPTY = { method: "GET", status: 200, body: {}, times: "always" } as const;

const confirm = () =>
  confirmUnset(server.api(), tcpEdgeBackend, moduleAddress(tcpEdgeBackend, "edge_1"));

describe("a module of an edge with an empty response", () => {
  it("is unset if the response for an edge that does not exist is empty, too", async () => {
    const unused = "/edges/tcp/edge-ingress-none/backend";
    for (const path of [PATH, unused]) server.emulator.addFault({ ...EMPTY, path });
    expect(await confirm()).toBe("unset");
    const paths = server.emulator.requests().map(({ path }) => path);
    expect(paths).toEqual([unused, "/agent_ingresses", PATH]);
  });

  it("is not unset if nothing answers as the API, which the error names with the request", async () => {
    server.emulator.addFault(EMPTY);
    await expectFailure(
      confirm(),
      new RegExp(
        `^ForeignResponseError: GET ${PATH} answered nothing, but the answer is not the API's: \\S+ does not answer GET /agent_ingresses`,
      ),
    );
  });
});

it("a module that another resource has in the state is not requested to change", async () => {
  const conflict = new EdgeIngressError(`the module at ${PATH} is already configured`);
  const requireOwned = (path: string) => {
    if (path === PATH) throw conflict;
  };
  const api = { ...server.api(), requireOwned };
  await expect(lifecycle.create(resources.tcpEdgeBackend, api, args)).rejects.toBe(conflict);
  expect(server.methods()).not.toContain("PUT");
});
