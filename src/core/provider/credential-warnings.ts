import { NAMESPACE, parsePlaintextNames } from "../definitions/settings";
import { markablePath, undescribedSecrets, withoutNames } from "../schema/undescribed-secrets";
import type { Values } from "../schema/values";
import { isWithin } from "../schema/walk";
import type { Call } from "./call";

/** Warns of arguments that look like credentials, and that the program does not mark as secrets. The warning shows no values. */
export function warnOfCredentials(call: Call, inputs: Values): void {
  const { resource, context, markedPaths, label, log } = call;
  const suspects = undescribedSecrets(resource.definition.fields, inputs);
  if (suspects.length === 0) return;
  const plaintextNames = parsePlaintextNames(context.settings().values.plaintextNames);
  const inPlaintext = withoutNames(suspects, plaintextNames).filter(
    ({ path }) => !markedPaths.some((marked) => isWithin(markablePath(path), marked)),
  );
  if (inPlaintext.length === 0) return;
  const { type } = resource.definition;
  const name = label ? `${type} ${label.name}` : type;
  const paths = inPlaintext.map(({ path, reason }) => `${path} (by ${reason})`).join(", ");
  const text =
    `${name}: looks like a credential, and is not a secret: ${paths}; the state and previews ` +
    "show it in plaintext: make it a secret of the program or of the stack's configuration, or, if it is not a credential, add its " +
    `name to ${NAMESPACE}:plaintextNames`;
  log({ severity: "warning", text });
}
