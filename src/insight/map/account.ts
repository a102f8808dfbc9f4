import { pluginToken } from "../../core/definitions/tokens";
import type { AccountObject } from "../account/account";
import { displayName } from "../account/listing";
import type { Preview } from "../stack/preview";
import { resourceOf } from "../stack/resource";
import { unchanged } from "../stack/unchanged";

/** What the map calls an account, in place of a project. */
const ACCOUNT = "the account";

/** The objects of an account in the form of a preview that changes nothing. */
export function previewOfAccount(objects: readonly AccountObject[]): Preview {
  const resources = objects.map((object) => {
    const { definition, id, outputs } = object;
    const urn = `urn:pulumi:::${ACCOUNT}::${pluginToken(definition.type)}::${displayName(object)}`;
    // Two objects may have the same name.
    return resourceOf(`${urn} ${id}`, { inputs: outputs, outputs, id });
  });
  return { ...unchanged(ACCOUNT, resources), project: ACCOUNT, stack: "" };
}
