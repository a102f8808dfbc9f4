import { expect, it } from "vitest";
import type { PlannedJob } from "../../src/cli/import/plan";
import { programEntries } from "../../src/cli/import/steps";

/** The config of a program that an import sets in a stack. */

const setting = { name: "api", isSecret: true, members: ["first", "second"] };
const missing = (member: string) => ({
  setting,
  member,
  value: `value of ${member}`,
  isSet: false,
});

const entriesFor = (config: Readonly<Record<string, string>>) =>
  programEntries({
    folder: { name: "infra" },
    program: { settings: ["first", "second"].map(missing) },
    config: new Map(Object.entries(config)),
  } as unknown as PlannedJob);

it("an object that the config lacks is set as a whole", () => {
  const value = JSON.stringify({ first: "value of first", second: "value of second" });
  const entries = [{ key: "infra:api", value, isSecret: true, isPath: false }];
  expect(entriesFor({})).toEqual(entries);
  expect(entriesFor({ "infra:api": "" })).toEqual(entries);
});

it("an object with other members keeps them: each member is set by its path", () => {
  expect(entriesFor({ "infra:api": JSON.stringify({ dbPassword: "of the program" }) })).toEqual([
    { key: "infra:api.first", value: "value of first", isSecret: true, isPath: true },
    { key: "infra:api.second", value: "value of second", isSecret: true, isPath: true },
  ]);
});
