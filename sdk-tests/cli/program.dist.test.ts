import { expect, it } from "vitest";
import { edgeIngress } from "../../dist/cli/program";

it("the list of the commands shows the options and arguments that their modules give them, without loading a module", () => {
  const listed = edgeIngress("0.0.0", () => false).helpInformation();
  const loaded = edgeIngress("0.0.0").configureHelp({}).helpInformation();
  expect(listed).toBe(loaded);
});
