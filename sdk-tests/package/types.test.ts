import { expect, it } from "vitest";
import { typeCheck, typeChecked } from "../../tools/build/checks.mts";

it.each(typeChecked)("the types of %s are right", async (_name, project) => {
  const { code, output } = await typeCheck(project);
  expect(output).toBe("");
  expect(code).toBe(0);
});
