import { count } from "../insight/report/text";
import { type AccountObject, listedDefinitions } from "./account";
import { keyOf } from "./listing";

/**
 * Why an account is not that of a stack: the stack manages objects that the API lists, and the account has none of them.
 *
 * @param managed Keys of the objects that the stack manages.
 */
export function otherAccountProblem(
  label: string,
  managed: Iterable<string>,
  objects: readonly AccountObject[],
): string | undefined {
  const listed = [...managed].filter((key) => listedDefinitions.some(({ type }) => key.startsWith(`${type} `)));
  const found = new Set(objects.map(keyOf));
  if (listed.length === 0 || listed.some((key) => found.has(key))) return undefined;
  return (
    `stack ${label} manages ${count(listed.length, "object")} that the API lists, and this account has none of them: ` +
    "check edge-ingress:baseUrl and the API key, or add --other-account"
  );
}
