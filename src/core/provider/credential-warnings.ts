import { NAMESPACE, parsePlaintextNames } from "../definitions/settings";
import { markablePath, undescribedSecrets, withoutNames } from "../schema/undescribed-secrets";
import type { Values } from "../schema/values";
import { isWithin } from "../schema/walk";
import type { Call } from "./call";

/** Warns of arguments that look like credentials, and that the program does not mark as secrets. No warning shows a value. */
export function warnOfCredentials(
  { resource, shared, marked, label, log }: Call,
  inputs: Values,
): void {
  const found = undescribedSecrets(resource.definition.fields, inputs);
  if (found.length === 0) return;
  const plaintextNames = parsePlaintextNames(shared.settings().values.plaintextNames);
  const inPlaintext = withoutNames(found, plaintextNames).filter(
    ({ path }) => !marked.some((mark) => isWithin(markablePath(path), mark)),
  );
  if (inPlaintext.length === 0) return;
  const { type } = resource.definition;
  const arguments_ = inPlaintext.map(({ path, reason }) => `${path} (by ${reason})`).join(", ");
  const text =
    `${label ? `${type} ${label.name}` : type}: looks like a credential, and is not a secret: ${arguments_}; the state and previews ` +
    "show it in plaintext: make it a secret of the program or of the stack's configuration, or, if it is not a credential, add its " +
    `name to ${NAMESPACE}:plaintextNames`;
  log({ severity: "warning", text });
}
