import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, it } from "vitest";
import { generateSdk, live } from "../support/languages";
import { blockOf, readSchema } from "../support/package-schema";

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

const SDK = "github.com/pulumi/pulumi/sdk/v3/go/pulumi";

/** What the programs use of Pulumi's package, whose own dependencies are not among what the host's cache has. */
const CONFIG = `package config

import "${SDK}"

type Config struct{}

func New(ctx *pulumi.Context, namespace string) *Config { return &Config{} }

func (*Config) Require(key string) string { return key }

func (*Config) RequireSecret(key string) pulumi.StringOutput { return pulumi.String(key).ToStringOutput() }
`;

it("the programs in Go that the schema has compile with the SDK that is made of it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "go-examples-"));
  try {
    await generateSdk(folder, "go");
    const goMod = readFileSync("examples/go/go.mod", "utf8");
    writeFileSync(join(folder, "go.mod"), goMod.replace("./sdks/edge-ingress", "./sdks/go"));
    mkdirSync(join(folder, "config"));
    writeFileSync(join(folder, "config", "config.go"), CONFIG);
    for (const [token, { description = "" }] of Object.entries(readSchema().resources)) {
      const program = join(folder, token.slice(token.lastIndexOf(":") + 1));
      mkdirSync(program);
      writeFileSync(
        join(program, "main.go"),
        blockOf(description, "go").replace(`${SDK}/config"`, 'go-example/config"'),
      );
    }
    execFileSync("go", ["build", "./..."], {
      cwd: folder,
      env: { ...process.env, ...inject("languageHosts").goProgram },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
