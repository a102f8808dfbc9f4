import definitions from "../../../dist/core/definitions/index.js";
import { providerText } from "../../../dist/fronts/program/form.js";

/** @returns what a state, or a file for an import, has of a type's provider */
export const providerTextBlock = (): string => `\`${providerText(definitions.agentIngress)}\``;
