import { expect } from "vitest";
import { AgentIngress, HttpsEdgeRoute } from "../support/program";
import { failureText, withStack } from "../support/stack";

/** Tests of the message if the service refuses a request because of another object in the program. */

const it = withStack({ options: { duplicates: "reject" } });

it("the error of a resource that takes the arguments of the next resource in a list advises on names", async ({
  stack,
}) => {
  const routes =
    (...matches: string[]) =>
    () => {
      for (const [index, match] of matches.entries())
        new HttpsEdgeRoute(`r${index}`, {
          edgeId: "e_1",
          matchType: "path_prefix",
          match,
          backend: { backendId: "bkd_1" },
        });
    };
  await stack.up(routes("/a", "/b", "/c"));
  expect(await failureText(stack.up(routes("/b", "/c")))).toContain(
    "the request conflicts with another object: if another resource of the program had these arguments until now, name " +
      "resources by what they are and not by their positions in a list, and add aliases",
  );
  await stack.up(routes("/a", "/b", "/c"));
  await stack.destroy();
});

it("the error of a resource that is renamed without an alias advises to add an alias, which helps", async ({
  emulator,
  stack,
}) => {
  const ingress =
    (name: string, aliases: { name: string }[] = []) =>
    () => {
      new AgentIngress(name, { domain: "connect.example.com" }, { aliases });
    };
  await stack.up(ingress("before"));
  expect(await failureText(stack.up(ingress("after")))).toContain(
    "the request conflicts with an object that exists: if the program has that object under another name, add an alias",
  );
  emulator.clearRequests();
  await stack.up(ingress("after", [{ name: "before" }]));
  expect(emulator.requests()).toEqual([]);
});
