import { mayHaveBeenProcessed } from "../client/errors";
import type { ListedDefinition } from "../schema/definition";
import type { Values } from "../schema/values";
import { updateBody } from "../schema/wire";
import { ifFound, listObjects, requestDeletion, requestObject } from "./answers";
import { beginCreate, requestCreate } from "./created-object";
import { Creates } from "./creates";
import type { Api, CreatedObject, ListedResource, ResourceHooks } from "./resource";
import { resolveUnknownOutcome } from "./unknown-outcome";

/** A resource with a collection: POST to it; GET, PATCH and DELETE by id, and a list. */
export function collection(
  definition: ListedDefinition,
  special: ResourceHooks = {},
): ListedResource {
  const { fields } = definition;
  const addressOf = (id: string) => ({ template: definition.path, params: { id } });
  const creates = new Creates();

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
    ...special,
    operations: {
      create: createObject,
      list: (api, onUnreadable) => listObjects(api, definition, onUnreadable),
      read: (api, { id, state }) =>
        ifFound(requestObject(api, definition, { method: "GET", path: addressOf(id) }, state)),
      update: (api, { id }, inputs, changed) => {
        const request = {
          method: "PATCH",
          path: addressOf(id),
          body: updateBody(fields, inputs, changed),
        } as const;
        return requestObject(api, definition, request, inputs);
      },
      delete: async (api, { id }) => {
        await requestDeletion(api, addressOf(id));
        creates.release(api.claims, id);
      },
    },
  };
}
