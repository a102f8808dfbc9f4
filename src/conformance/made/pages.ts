import type { Address } from "../../core/client/address";
import { pages } from "../../core/client/pages";
import type { Values } from "../../core/schema/values";
import { type Answer, requireSuccess } from "../requests/answers";
import type { Session } from "../requests/session";
import type { Collection } from "./collections";

/** The objects of a list, in the way in which the provider reads it. */
export function objectsOf(
  session: Session,
  { path, member }: Collection,
  onPage: (page: Answer) => void = () => undefined,
): AsyncGenerator<Values> {
  const request = async ({ path: address }: { readonly path: Address }) => {
    const page = await ("uri" in address ? session.follow(address.uri) : session.get(path));
    requireSuccess(`GET ${path}`, page);
    onPage(page);
    return page.members;
  };
  return pages({ request }, path, member);
}
