import { expect, it as plainIt } from "vitest";
import * as definitions from "../../src/core/definitions";
import type { Definition } from "../../src/core/schema/definition";
import { inputRows, type Row, type Table } from "../../src/core/schema/field";
import { send } from "../emulator/client";
import { fieldsOf } from "../support/fields";
import { withEmulator } from "../support/fixtures";
import { creationRequest, goldenBodies } from "./golden-bodies";

/**
 * The tables and the local server state independently which arguments are ids of other objects. These tests compare the
 * arguments.
 */

const all = Object.values<Definition>(definitions);

/** The kinds of objects that ids identify, and that this package does not manage. */
const UNMANAGED = [
  "backend",
  "ipPolicy",
  "certificateAuthority",
  "httpsEdge",
  "tlsEdge",
  "tcpEdge",
];

/** Ids that no object of the API has: another service issued them. */
const OF_OTHER_SERVICES = ["clientId", "cloudAccessKeyId"];

const lastName = (path: string): string => path.replace(/^.*\./, "");

const pathParameters = (fields: Table) =>
  inputRows(fields).flatMap(([path, row]) => (row.pathParameter ? [{ path, row }] : []));

const argumentsOf = ({ type, fields }: Definition) =>
  [...pathParameters(fields), ...fieldsOf(fields)].map(({ path, row }) => ({
    name: `${type}.${path}`,
    row,
  }));

const isId = ({ name, row }: { readonly name: string; readonly row: Row }): boolean =>
  /[a-z]Ids?$/.test(name) && row.kind !== "object" && !OF_OTHER_SERVICES.includes(lastName(name));

plainIt(
  "the row of every argument that is an id states what the id refers to, and no other row does",
  () => {
    const named = all.flatMap(argumentsOf);
    const ids = named.filter(isId);
    expect(ids.length).toBeGreaterThan(10);
    expect([
      ...ids
        .filter(({ row }) => row.refersTo === undefined)
        .map(
          ({ name }) => `the row of ${name} needs refersTo: the kind of the object with that id`,
        ),
      ...named
        .filter((argument) => argument.row.refersTo !== undefined && !isId(argument))
        .map(({ name }) => `${name} is not called an id, and its row has refersTo`),
    ]).toEqual([]);
  },
);

plainIt(
  "every id refers to a resource of this package, or to a kind of object that this package does not manage",
  () => {
    const kinds = [...Object.keys(definitions), ...UNMANAGED];
    const unknown = all
      .flatMap(argumentsOf)
      .filter(({ row }) => row.refersTo !== undefined && !kinds.includes(row.refersTo));
    expect(unknown.map(({ name, row }) => `${name} refers to ${row.refersTo}`)).toEqual([]);
  },
);

const edges = { https: [{ id: "edghts_1" }], tls: [{ id: "edghts_1" }], tcp: [{ id: "edghts_1" }] };

/** Tests with a local server on which no object exists to which a body can refer. */
const it = withEmulator({ fixtures: { edges } });

it.for(all)(
  "$type refers to the same objects as in the local server",
  async (definition, { emulator }) => {
    const request = await creationRequest(emulator, definition);
    const refused = new Set<string>();
    for (const body of goldenBodies(definition.type)) {
      const { body: answer } = await send(emulator, ...request, body);
      const messages = JSON.stringify(answer).matchAll(/([\w.]+): names an object that is not in/g);
      for (const [, path = ""] of messages) refused.add(path);
    }
    const references = fieldsOf(definition.fields).filter(({ row }) => row.refersTo !== undefined);
    expect([...refused].sort()).toEqual(references.map(({ wirePath }) => wirePath).sort());
  },
);
