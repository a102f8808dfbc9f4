import { isSet } from "../../core/schema/values";
import { type Arguments, hiddenAt, listAt, membersAt, valueAt } from "./arguments";
import { oauthUsers, providerPath } from "./principals";
import { type Hidden, type Item, isHidden, UNKNOWN } from "./value";

/** The effects of modules on requests and responses, in words. */

/** The words for a hidden value in a sentence. */
export const hiddenText = (hidden: Hidden): string =>
  hidden === UNKNOWN ? "(known at apply)" : "(secret)";

/** The words for an element of a list. */
export const itemText = (item: Item): string => (isHidden(item) ? hiddenText(item) : item);

const itemsText = (items: readonly Item[]): string => items.map(itemText).join(", ");

/** The text at a path, or the elements of the list there; `absent` if the value is not set or the list is empty. */
export function textOr(args: Arguments, path: string, absent: string): string {
  const value = valueAt(args, path);
  if (isHidden(value)) return hiddenText(value);
  if (isSet(value) && !Array.isArray(value)) return String(value);
  const items = listAt(args, path) ?? [];
  return items.length === 0 ? absent : itemsText(items);
}

export function describeLogin(args: Arguments): string {
  const hiddenProvider = hiddenAt(args, "provider");
  if (hiddenProvider) return `users of a provider ${hiddenText(hiddenProvider)}`;
  const provider = providerPath(args).replace("provider.", "");
  const { principals } = oauthUsers(args);
  if (!principals) return `users of ${provider}: the lists of users are not all known`;
  if (principals.length === 0) return `every user of ${provider}`;
  const byNoun = Map.groupBy(principals, ({ noun }) => noun);
  const lists = [...byNoun].map(
    ([noun, listed]) => `${noun} ${itemsText(listed.map(({ text }) => text))}`,
  );
  return `users of ${provider} in ${lists.join("; ")}`;
}

export function describePolicy(args: Arguments): string {
  const rules = ["inbound", "outbound"]
    .filter((direction) => valueAt(args, direction))
    .map((direction) => {
      const action = textOr(args, `${direction}.actions.type`, "no action");
      const traffic = textOr(args, `${direction}.expressions`, "all traffic");
      return `${direction}: ${action} for ${traffic}`;
    });
  return rules.length === 0 ? "no rule" : rules.join("; ");
}

export function describeHeaders(args: Arguments): string {
  const hiddenAdd = hiddenAt(args, "add");
  const added = hiddenAdd ? hiddenText(hiddenAdd) : membersAt(args, "add").join(", ");
  const removed = textOr(args, "remove", "");
  const effects: string[] = [];
  if (added !== "") effects.push(`adds ${added}`);
  if (removed !== "") effects.push(`removes ${removed}`);
  return effects.length === 0 ? "no header" : effects.join("; ");
}
