import { collectionPath, type Definition, fillPath } from "../../src/core/schema/definition";
import { isObject } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import { cases } from "../cases";
import { moduleCases } from "../cases/modules";
import { type Members, newRoute, send } from "../emulator/client";

/** Golden bodies with changed members, and how the local server answers requests with them. */

/** The golden bodies of a type. The body of a route has all modules. */
export const goldenBodies = (type: string): readonly Members[] =>
  cases
    .filter((testCase) => testCase.type === type)
    .flatMap(({ whole, life, also = [] }) =>
      [whole, ...Object.values(life), ...also].map(({ body }) => body as Members),
    )
    .concat(
      type === "HttpsEdgeRoute"
        ? moduleCases.flatMap(({ member, also = [] }) =>
            also.map(({ body }) => ({ match_type: "exact_path", match: "/", [member]: body })),
          )
        : [],
    );

/** The steps of a path in bodies; `[]` is the first item of a list. */
export const stepsOf = (wirePath: string): string[] => wirePath.replaceAll("[]", ".[]").split(".");

/** A body in which a path has another value. Undefined if the body has no such path. */
export function replacedAt(body: unknown, steps: readonly string[], value: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (step === "[]") {
    if (!Array.isArray(body) || body.length === 0) return undefined;
    const first = replacedAt(body[0], rest, value);
    return first === undefined ? undefined : [first, ...body.slice(1)];
  }
  if (!isObject(body) || body[step] === undefined || body[step] === null) return undefined;
  const member = replacedAt(body[step], rest, value);
  return member === undefined ? undefined : { ...body, [step]: member };
}

/** The method and path of the request in which a resource sends all of its fields, for a new route. */
export async function creationRequest(
  emulator: Emulator,
  { kind, path }: Definition,
): Promise<readonly [method: string, path: string]> {
  emulator.reset();
  const [edgeId = "", routeId = ""] = (await newRoute(emulator)).match(/\w+_\w+/g) ?? [];
  const ids = [edgeId, routeId].slice(0, path.match(/\{/g)?.length);
  return kind === "singleton"
    ? ["PUT", fillPath(path, ids)]
    : ["POST", collectionPath(path).replace("{edge_id}", edgeId)];
}

/** The message about a member, if the local server refuses a body because of it. */
export async function refusal(
  emulator: Emulator,
  [method, path]: readonly [method: string, path: string],
  body: Members,
  member: string,
): Promise<string | undefined> {
  const { status, body: answer } = await send(emulator, method, path, body);
  const message = JSON.stringify(answer);
  return status === 400 && message.includes(member) ? message : undefined;
}
