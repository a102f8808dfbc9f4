import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Example } from "../support/example";
import { textOf } from "../support/files";
import { live } from "../support/languages";
import { expectToWork } from "../support/larger-example";
import { expectLookups } from "./lookups";

/** Adds the SDK that Pulumi generates, copied as described in `examples/java/README.md`. */
async function addPackage(example: Example): Promise<void> {
  const readme = textOf("examples/java/README.md");
  const commands = [
    "pulumi package gen-sdk edge-ingress --language java --local --out sdks",
    "cp -r sdks/java/src/. src",
  ];
  for (const command of commands) {
    expect(readme).toContain(`\n${command}\n`);
    const [name = "", ...args] = command.split(" ");
    await example.prepare(name, ...args);
  }
}

it("a program in Java with the SDK that Pulumi generates is deployed, changed and destroyed", () =>
  live({
    name: "java",
    file: "src/main/java/ingress/App.java",
    prepare: addPackage,
    line: '.domain("connect.example.com")',
    described: '.domain("connect.example.com")\n            .description("of the agents")',
    // The host for Java names no line.
    place: "Pulumi.yaml:1",
    refusal: /cannot find symbol\s+.*symbol: +method descripton/s,
  }));

it("the larger example in Java is deployed to two accounts and destroyed", () =>
  expectToWork("java-routes", { prepare: addPackage }));

it("a program in Java looks up all kinds of objects, and keeps their secrets", () =>
  expectLookups("java", {
    prepare: async (example) => {
      await writeFile(
        join(example.program, "pom.xml"),
        textOf("examples/java/pom.xml").replace("ingress.App", "lookups.App"),
      );
      await addPackage(example);
    },
    listed: [1, 1, 1],
  }));
