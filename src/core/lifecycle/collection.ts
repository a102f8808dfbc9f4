import { mayHaveBeenProcessed } from "../client/errors";
import { collectionPath, type ListedDefinition } from "../schema/definition";
import type { Values } from "../schema/values";
import { updateBody } from "../schema/wire";
import { beginCreate, requestCreate } from "./created-object";
import { Creates } from "./creates";
import { ifFound, listObjects, requestDeletion, requestObject } from "./requests";
import type { Api, CreatedObject, ListedResource, ResourceHooks } from "./resource";
import { resolveUnknownOutcome } from "./unknown-outcome";

/** A resource with a collection: POST to the collection; GET, PATCH and DELETE by id, and a list. */
export function collection(
  definition: ListedDefinition,
  hooks: ResourceHooks = {},
): ListedResource {
  const objectAddress = (id: string) => ({ template: definition.path, params: { id } });
  const creates = new Creates(collectionPath(definition.path));

  async function createObject(api: Api, inputs: Values): Promise<CreatedObject> {
    const create = beginCreate(definition, inputs);
    const send = () =>
      creates.send(create, api.claims, () => requestCreate(api, definition, create));
    try {
      return await send();
    } catch (cause) {
      if (!mayHaveBeenProcessed(cause)) throw cause;
      const unknown = { definition, creates, create, send };
      return await resolveUnknownOutcome(api, unknown, cause).finally(() => creates.giveUp(create));
    }
  }

  return {
    definition,
    ...hooks,
    operations: {
      create: createObject,
      list: (api, onUnreadable) => listObjects(api, definition, onUnreadable),
      read: (api, { id, state }) => {
        const request = { method: "GET", path: objectAddress(id) } as const;
        return ifFound(requestObject(api, definition, request, state));
      },
      update: (api, { id }, inputs, changed) => {
        const body = updateBody(definition.fields, inputs, changed);
        const request = { method: "PATCH", path: objectAddress(id), body } as const;
        return requestObject(api, definition, request, inputs);
      },
      delete: async (api, { id }) => {
        await requestDeletion(api, objectAddress(id));
        creates.release(api.claims, id);
      },
    },
  };
}
