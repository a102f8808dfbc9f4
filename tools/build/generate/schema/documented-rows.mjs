import { Problem } from "../../../base/say.mjs";

/**
 * @typedef {import("../../../../dist/core/schema/field.js").Row} Row
 * @typedef {import("./documentation.mjs").Member} Member
 * @typedef {{ readonly name: string, readonly row: Row, readonly member: Member }} DocumentedRow
 */

/**
 * The rows with what documents each, in the order of the documentation. Every row has a text, and every text a row.
 * @param {string} owner the interface
 * @param {readonly (readonly [string, Row])[]} rows
 * @param {readonly Member[]} members
 * @returns {DocumentedRow[]}
 */
export function documentedRows(owner, rows, members) {
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
