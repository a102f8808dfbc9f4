import { UnexpectedAnswerError } from "../client/errors";
import { ignoreStatus } from "../client/ignore-status";
import { pages } from "../client/pages";
import type { Client } from "../client/types";
import { collectionPath, type ListedDefinition } from "../schema/definition";
import type { WireObject } from "../schema/values";
import { createBody, updateBody } from "../schema/wire";
import { Creates } from "./creates";
import { findCreated, mayHaveBeenProcessed } from "./lost-create";
import type { Created, ListedResource, Special } from "./resource";

/** A resource that has a collection of its own: POST to it; GET, PATCH and DELETE by id, and a list. */
export function collection(definition: ListedDefinition, special: Special = {}): ListedResource {
  const { fields, member } = definition;
  const template = collectionPath(definition.path);
  const one = (id: string) => ({ template: definition.path, params: { id } });
  const creates = new Creates();
  return {
    definition,
    ...special,
    operations: {
      create: async (api, inputs) => {
        const startedAtMs = Date.now();
        const request = { method: "POST", path: { template }, body: createBody(fields, inputs) } as const;
        const send = () => creates.send(async () => created(template, await api.request(request)));
        try {
          return await send();
        } catch (cause) {
          if (!mayHaveBeenProcessed(cause)) throw cause;
          const listed = { path: template, definition, creates };
          return findCreated(api, listed, { inputs, startedAtMs, request, send }, cause);
        }
      },
      list: (api: Client) => pages(api, template, member),
      read: (api, { id }) => ignoreStatus([404], api.request({ method: "GET", path: one(id) })),
      update: (api, { id }, inputs, changed) =>
        api.request({ method: "PATCH", path: one(id), body: updateBody(fields, inputs, changed) }),
      delete: async (api, { id }) => {
        await api.request({ method: "DELETE", path: one(id) });
        creates.forget(id);
      },
    },
  };
}

/** The object that a POST made, by the id in its answer. */
export function created(template: string, answer: WireObject): Created {
  if (typeof answer.id === "string" && answer.id !== "") return { id: answer.id, answer };
  throw new UnexpectedAnswerError(`POST ${template}: the answer has no id`);
}
