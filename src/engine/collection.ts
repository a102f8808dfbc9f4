import { UnexpectedAnswerError } from "../client/errors";
import { pages } from "../client/pages";
import { Creates } from "./creates";
import type { Table } from "./field";
import type { Created, ListedOperations } from "./resource";
import { findCreated, mayHaveBeenProcessed } from "./unknown-outcome";
import type { WireObject } from "./values";
import { createBody, updateBody } from "./wire";

/**
 * The operations of a resource that has a collection of its own: POST to it; GET, PATCH and DELETE by id, and a list.
 * `member` is the name of the array in which the collection is listed.
 */
export function collection(path: string, member: string, fields: Table): ListedOperations {
  const creates = new Creates();
  const one = (id: string) => ({ template: `${path}/{id}`, params: { id } });
  return {
    create: async (api, inputs) => {
      const startedAtMs = Date.now();
      const request = { method: "POST", path: { template: path }, body: createBody(fields, inputs) } as const;
      const send = () => creates.send(async () => created(path, await api.request(request)));
      try {
        return await send();
      } catch (cause) {
        if (!mayHaveBeenProcessed(cause)) throw cause;
        return findCreated(api, { path, member, fields, creates }, { inputs, startedAtMs, request, send }, cause);
      }
    },
    list: (api) => pages(api, path, member),
    read: (api, { id }) => api.request({ method: "GET", path: one(id) }),
    update: (api, { id }, inputs, changed) =>
      api.request({ method: "PATCH", path: one(id), body: updateBody(fields, inputs, changed) }),
    delete: async (api, { id }) => {
      await api.request({ method: "DELETE", path: one(id) });
      creates.forget(id);
    },
  };
}

/** The object that a POST made, by the id in its answer. */
export function created(template: string, answer: WireObject): Created {
  if (typeof answer.id === "string" && answer.id !== "") return { id: answer.id, answer };
  throw new UnexpectedAnswerError(`POST ${template}: the answer has no id`);
}
