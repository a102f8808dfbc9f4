import { type AccountObject, displayName } from "../../account/account";
import { unmanagedResource } from "../engine/resource";
import { type Ingress, ingressOfResources } from "../ingress/ingress";

/** The ingress of an account, which has no project and no stack. */
export const accountIngress = (objects: readonly AccountObject[]): Ingress =>
  ingressOfResources(
    { project: "the account", stack: "" },
    objects.map((object) =>
      unmanagedResource(object.definition.type, displayName(object), object.id, object.outputs),
    ),
  );
