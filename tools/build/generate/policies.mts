import policy from "../../../build/insight/policy/policies.js";
import { code, table } from "../../base/markdown-table.mts";

/** Docs/reference/policies.md: the policies of the policy pack, with what of each can be configured. */
export const policiesDocument = (): string =>
  [
    "# Policies",
    `The policies of \`EdgeIngressPolicies\`; [Policy pack](../policies.md) describes how to run them. The configuration of each also
has an \`enforcementLevel\`.`,
    table(
      ["Policy", "Severity"],
      Object.entries(policy.policies).map(([name, { severity }]) => [
        `[${name}](#${name})`,
        severity,
      ]),
    ),
    ...Object.entries(policy.policies).flatMap(([name, { severity, description, properties }]) => [
      `## ${name}`,
      description,
      `Severity: ${severity}.`,
      ...configuration({ ...properties }),
    ]),
  ].join("\n\n");

const configuration = (
  properties: Readonly<Record<string, { description?: string; default?: unknown }>>,
) =>
  Object.keys(properties).length === 0
    ? []
    : [
        table(
          ["Configuration", "Default", ""],
          Object.entries(properties).map(([name, { description = "", default: value }]) => [
            code(name),
            code(JSON.stringify(value)),
            description,
          ]),
        ),
      ];
