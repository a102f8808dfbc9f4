import { describe, expect, it } from "vitest";
import { emptyServer } from "../support/empty-server";
import { failureOf } from "../support/in-process-dynamic";

const server = emptyServer();

describe("a rejected key", () => {
  const NOTE = "add `--run-program` to this command";
  const rejected = async (props: Record<string, unknown>) => {
    const provider = await server.dynamic("agentIngress", { "edge-ingress:apiKey": "wrong" });
    return (await failureOf(provider.read("agin_1", props))).message;
  };

  it("of a process whose first call is a lookup is the program's", async () => {
    expect(await rejected({ __lookUp: true })).not.toContain(NOTE);
  });

  it("of a process whose first call is a refresh may be an old one", async () => {
    expect(await rejected({ domain: "a.example.com" })).toContain(NOTE);
  });
});
