import { isObject, UNKNOWN, type Values } from "../../../src/core/schema/values";
import { isHidden } from "./model";

/** What the engine prints in place of a secret. */
const MASK = "[secret]";

/** Arguments that are secrets whether the program marks them or not. */
const SECRET_ARGUMENTS = ["secret", "clientSecret"];

/** Arguments as a preview prints them, and the paths that the program has marked as secrets. */
export function withoutHidden(inputs: Values): { readonly values: Values; readonly secrets: readonly string[] } {
  const secrets: string[] = [];
  const masked = (value: unknown, path: string, name: string): unknown => {
    if (isHidden(value)) {
      if (value.hidden === "unknown") return UNKNOWN;
      if (!SECRET_ARGUMENTS.includes(name)) secrets.push(path);
      return MASK;
    }
    if (SECRET_ARGUMENTS.includes(name) && typeof value === "string") return value === UNKNOWN ? value : MASK;
    if (Array.isArray(value)) return value.map((item, index) => masked(item, `${path}[${index}]`, ""));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, masked(member, path === "" ? key : `${path}.${key}`, key)]),
    );
  };
  return { values: masked(inputs, "", "") as Values, secrets };
}
