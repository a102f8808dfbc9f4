import { UnexpectedAnswerError } from "../client/errors";
import type { Operations } from "./resource";

/** The operations of a resource that has a collection of its own: POST to it; GET, PATCH and DELETE by id. */
export const collection = (path: string): Operations => {
  const one = (id: string) => ({ template: `${path}/{id}`, params: { id } });
  return {
    create: async (client, body) => {
      const answer = await client.request({ method: "POST", path: { template: path }, body });
      if (typeof answer.id !== "string" || answer.id === "") {
        throw new UnexpectedAnswerError(`POST ${path} made an object, but its answer has no id; find it by hand`);
      }
      return { id: answer.id, answer };
    },
    read: (client, id) => client.request({ method: "GET", path: one(id) }),
    update: (client, id, body) => client.request({ method: "PATCH", path: one(id), body }),
    delete: async (client, id) => {
      await client.request({ method: "DELETE", path: one(id) });
    },
  };
};
