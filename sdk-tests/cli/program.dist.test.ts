import { expect, it } from "vitest";
import { edgeIngress } from "../../build/cli/program";

it("the list of the commands shows the options and arguments that their modules give them, without loading a module", async () => {
  const listed = (await edgeIngress("0.0.0", () => false)).helpInformation();
  const loaded = (await edgeIngress("0.0.0")).configureHelp({}).helpInformation();
  expect(listed).toBe(loaded);
});
