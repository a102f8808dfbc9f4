import type { Row } from "../../../../dist/core/schema/field.js";
import { Problem } from "../../../base/say.mjs";
import type { Member } from "./documentation.mts";

export type DocumentedRow = { readonly name: string; readonly row: Row; readonly member: Member };

/**
 * The rows with what documents each, in the order of the documentation. Every row has a text, and every text a row.
 * @param owner the interface
 */
export function documentedRows(
  owner: string,
  rows: readonly (readonly [string, Row])[],
  members: readonly Member[],
): DocumentedRow[] {
  const byName = new Map(rows);
  const names = new Set(members.map(({ name }) => name));
  for (const name of byName.keys())
    if (!names.has(name)) throw new Problem(`${owner}.${name} has a row, and no documentation`);
  return members.map((member) => {
    const row = byName.get(member.name);
    if (!row) throw new Problem(`${member.owner}.${member.name} is documented, and has no row`);
    return { name: member.name, row, member };
  });
}
