import { it } from "vitest";
import { generateSdk, live } from "../support/languages";

it("a program in Go with the SDK that is made of the schema is deployed, changed and destroyed", () =>
  live({
    name: "go",
    file: "main.go",
    prepare: async (example, { goProgram }) => {
      await generateSdk(example.program, "go");
      example.setEnvironment(goProgram);
      await example.edit("go.mod", "./sdks/edge-ingress", "./sdks/go");
    },
    line: 'Domain: pulumi.String("connect.example.com")',
    described: 'Domain: pulumi.String("connect.example.com"),\n\t\t\tDescription: pulumi.String("of the agents")',
    misspelt: 'Domain: pulumi.String("connect.example.com"),\n\t\t\tDescripton: pulumi.String("of the agents")',
    refusal: /unknown field Descripton/,
  }));
