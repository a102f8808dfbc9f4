import { expect } from "vitest";
import { formatProblem } from "../../src/core/schema/leaves";
import { IdGenerator } from "../../src/emulator/state/ids";
import { withApi } from "./api";

const test = withApi();

/** Texts, and whether the provider and the local server accept them as ids. */
const known = [
  { id: "bkd_1", isWellFormed: true },
  { id: "bkd.1", isWellFormed: true },
  { id: "e-1", isWellFormed: true },
  { id: "-a", isWellFormed: true },
  { id: "a".repeat(128), isWellFormed: true },
  { id: "a".repeat(129), isWellFormed: false },
  { id: ".a", isWellFormed: false },
  { id: "..", isWellFormed: false },
  { id: "a b", isWellFormed: false },
  { id: "a/b", isWellFormed: false },
  { id: "é", isWellFormed: false },
  { id: "", isWellFormed: false },
];

test.for(known)(
  "the provider and the server agree on the id $id",
  async ({ id, isWellFormed }, { api }) => {
    expect(formatProblem("id", id) === undefined).toBe(isWellFormed);
    const inPath = `/edges/tcp/${encodeURIComponent(id)}/backend`;
    expect(await api.status("PUT", "/edges/tcp/e/backend", { backend_id: id })).toBe(
      isWellFormed ? 200 : 400,
    );
    expect(await api.status("PUT", inPath, { backend_id: "b" })).toBe(isWellFormed ? 200 : 404);
  },
);

test("ids sort in the order of creation, however many there are in a millisecond", () => {
  const ids = new IdGenerator(() => new Date(0));
  let last = "";
  for (let count = 0; count < 62 ** 3 + 2; count += 1) {
    const id = ids.next("a");
    if (id <= last) throw new Error(`${id} does not follow ${last}`);
    last = id;
  }
});

test("ids follow those that exist, even if the clock was set back", () => {
  const [before, after] = [new Date("2026-03-01T12:00:00Z"), new Date("2026-03-01T11:00:00Z")];
  const id = new IdGenerator(() => before).next("agin");
  const next = new IdGenerator(
    () => after,
    ["/edges/https/e/mutual_tls", `/agent_ingresses/${id}`],
  ).next("agin");
  expect(next > id).toBe(true);
});
