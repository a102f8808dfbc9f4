import { it } from "vitest";
import { live } from "../support/languages";

it("a program in YAML is deployed, changed and destroyed", () =>
  live({
    name: "yaml",
    file: "Pulumi.yaml",
    line: "domain: connect.example.com",
    described: "domain: connect.example.com\n      description: of the agents",
    misspelt: "domain: connect.example.com\n      descripton: of the agents",
    refusal: /Property descripton does not exist on 'edge-ingress:index:AgentIngress'/,
  }));
