import { expect, it } from "vitest";
import { emptyServer } from "../support/empty-server";
import { failureOf } from "../support/in-process-dynamic";

const server = emptyServer();

it.each([
  ["lookup is the program's", false, { __lookUp: true }],
  ["refresh may be an old one", true, { domain: "a.example.com" }],
])("a rejected key of a process whose first call is a %s: %s", async (_, mayBeOld, props) => {
  const provider = await server.dynamic("agentIngress", { "edge-ingress:apiKey": "wrong" });
  const { message } = await failureOf(provider.read("agin_1", props));
  expect(message.includes("add `--run-program` to this command")).toBe(mayBeOld);
});
