import type { ApiRequest } from "./types";

/**
 * Whether an answer is one that only the API gives: a list with its pages, or an object with the id that was asked for or
 * that its own URI ends with. The page of a gateway, with status 200 and in JSON, has none of these.
 */
export function isDocumented({ path }: Pick<ApiRequest, "path">, answer: Readonly<Record<string, unknown>>): boolean {
  const { id, uri } = answer;
  if ("next_page_uri" in answer) return Object.values(answer).some(Array.isArray);
  if (typeof id !== "string" || id === "") return false;
  const isAsked = "template" in path && path.params?.id === id;
  return isAsked || (typeof uri === "string" && uri.endsWith(`/${id}`));
}
