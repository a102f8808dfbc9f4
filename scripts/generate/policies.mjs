import policy from "../../dist/insight/policy/policies.js";
import { code, table } from "./tables.mjs";

/** @returns {string} the policies of the policy pack, with what of each can be configured */
export const policiesTable = () =>
  table(
    ["Policy", "Severity", "What it asks for", "Configuration"],
    Object.entries(policy.policies).map(([name, { severity, description, properties }]) => [
      code(name),
      severity,
      description,
      Object.entries(properties).map(configured).join("<br>"),
    ]),
  );

/** @param {[string, { description?: string, default?: unknown }]} property */
const configured = ([name, { description = "", default: value }]) =>
  `${code(name)} (default ${code(JSON.stringify(value))}): ${description}`;
