import type { AccountObject } from "../../account/account";
import { displayName } from "../../account/listing";
import { type Ingress, ingressOf } from "../ingress/ingress";
import { unmanagedResource } from "../stack/resource";

/** What the map calls an account, in place of a project. */
const ACCOUNT = "the account";

/** The ingress of the objects of an account. */
export const accountIngress = (objects: readonly AccountObject[]): Ingress =>
  ingressOf(
    { project: ACCOUNT, stack: "" },
    objects.map((object) => unmanagedResource(object.definition.type, displayName(object), object.id, object.outputs)),
  );
