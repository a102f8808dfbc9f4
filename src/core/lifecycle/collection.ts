import { mayHaveBeenProcessed } from "../client/errors";
import { collectionPath, type ListedDefinition } from "../schema/definition";
import type { Values } from "../schema/values";
import { updateBody } from "../schema/wire";
import { ifFound, listed, requestDeletion, requestObject } from "./answers";
import { Creates } from "./creates";
import { createOf, findCreated, requestCreate } from "./match-create";
import type { Api, Created, ListedResource, Special } from "./resource";

/** A resource that has a collection of its own: POST to it; GET, PATCH and DELETE by id, and a list. */
export function collection(definition: ListedDefinition, special: Special = {}): ListedResource {
  const { fields } = definition;
  const addressOf = (id: string) => ({ template: definition.path, params: { id } });
  const creates = new Creates(collectionPath(definition.path));

  /** Sends the create; if its answer is lost, finds what it has made, and remembers that no other create has. */
  async function create(api: Api, inputs: Values): Promise<Created> {
    const attempt = creates.begin(api.creates, createOf(definition, inputs));
    const send = () => creates.send(attempt, () => requestCreate(api, definition, attempt));
    try {
      return await send();
    } catch (cause) {
      if (!mayHaveBeenProcessed(cause)) throw cause;
      const lost = { definition, creates, attempt, send };
      return await findCreated(api, lost, cause).finally(() => creates.giveUp(attempt));
    }
  }

  return {
    definition,
    ...special,
    operations: {
      create,
      list: (api, onUnreadable) => listed(api, definition, onUnreadable),
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
        creates.forget(api.creates, id);
      },
    },
  };
}
