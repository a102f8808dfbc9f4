import { UnexpectedAnswerError } from "../client/errors";
import type { Table } from "./field";
import type { Created, Operations } from "./resource";
import type { WireObject } from "./values";
import { createBody, updateBody } from "./wire";

/** The operations of a resource that has a collection of its own: POST to it; GET, PATCH and DELETE by id. */
export const collection = (path: string, fields: Table): Operations => {
  const one = (id: string) => ({ template: `${path}/{id}`, params: { id } });
  return {
    create: async (api, inputs) =>
      created(path, await api.request({ method: "POST", path: { template: path }, body: createBody(fields, inputs) })),
    read: (api, { id }) => api.request({ method: "GET", path: one(id) }),
    update: (api, { id }, inputs, changed) =>
      api.request({ method: "PATCH", path: one(id), body: updateBody(fields, inputs, changed) }),
    delete: async (api, { id }) => {
      await api.request({ method: "DELETE", path: one(id) });
    },
  };
};

/** The object that a POST made, by the id in its answer. */
export function created(template: string, answer: WireObject): Created {
  if (typeof answer.id === "string" && answer.id !== "") return { id: answer.id, answer };
  throw new UnexpectedAnswerError(
    `POST ${template}: the answer has no id; if an object was made, find it and delete it by hand`,
  );
}
