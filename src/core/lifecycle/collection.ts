import { mayHaveBeenProcessed } from "../client/errors";
import { ignoreStatus } from "../client/ignore-status";
import { collectionPath, type ListedDefinition } from "../schema/definition";
import { createBody, updateBody } from "../schema/wire";
import { listed, requestDeletion, requestObject, unexpected } from "./answers";
import { requestCreate, thisMoment } from "./created";
import { Creates } from "./creates";
import { findCreated } from "./lost-create";
import type { ListedResource, Special } from "./resource";

/** A resource that has a collection of its own: POST to it; GET, PATCH and DELETE by id, and a list. */
export function collection(definition: ListedDefinition, special: Special = {}): ListedResource {
  const { fields } = definition;
  const template = collectionPath(definition.path);
  const one = (id: string) => ({ template: definition.path, params: { id } });
  const creates = new Creates(template);
  return {
    definition,
    ...special,
    operations: {
      create: async (api, inputs) => {
        const request = { method: "POST", path: { template }, body: createBody(fields, inputs) } as const;
        const create = { inputs, started: thisMoment(), request };
        const attempt = creates.begin(api.creates, request, create.started.wallMs);
        const another = () => unexpected(request, "the answer is about the object of another create");
        const send = () => creates.send(api.creates, attempt, () => requestCreate(api, definition, create), another);
        try {
          return await send();
        } catch (cause) {
          if (!mayHaveBeenProcessed(cause)) throw cause;
          const found = findCreated(api, { definition, creates }, { ...create, attempt, send }, cause);
          return await found.finally(() => creates.giveUp(attempt));
        }
      },
      list: (api) => listed(api, definition),
      read: (api, { id, state }) =>
        ignoreStatus([404], requestObject(api, definition, { method: "GET", path: one(id) }, state)),
      update: (api, { id }, inputs, changed) => {
        const request = { method: "PATCH", path: one(id), body: updateBody(fields, inputs, changed) } as const;
        return requestObject(api, definition, request, inputs);
      },
      delete: async (api, { id }) => {
        await requestDeletion(api, one(id));
        creates.forget(api.creates, id);
      },
    },
  };
}
