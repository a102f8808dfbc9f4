import { expect, it } from "vitest";
import { type Comment, type Comments, markOf, placeComment } from "../../../src/cli/ci/sticky";

/** Tests of the comment of a review, without a service. workflows/ci-action.test.ts runs the Action with a server. */

const MARK = markOf("review", "shop");

/** Comments in memory, which count the requests that write. */
class MemoryComments implements Comments {
  writes = 0;
  newest = true;

  constructor(public all: Comment[] = []) {}

  isNewest = async () => this.newest;

  list = async () => this.all;

  create = async (body: string): Promise<Comment> => {
    const id = this.all.length + 1;
    this.writes += 1;
    this.all = [...this.all, { id, body, url: `#${id}` }];
    return { id, body, url: `#${id}` };
  };

  update = async (id: number, body: string): Promise<Comment> => {
    this.writes += 1;
    this.all = this.all.map((comment) => (comment.id === id ? { ...comment, body } : comment));
    return { id, body, url: `#${id}` };
  };

  remove = async (id: number): Promise<void> => {
    this.writes += 1;
    this.all = this.all.filter((comment) => comment.id !== id);
  };

  bodies = () => this.all.map(({ body }) => body);
}

const comments = (...bodies: string[]) =>
  new MemoryComments(bodies.map((body, index) => ({ id: index + 1, body, url: `#${index + 1}` })));

it("a comment is created once, edited if it changes, and otherwise left as it is", async () => {
  const all = comments("by another job");
  expect(await placeComment(all, MARK, `${MARK}\na`)).toEqual({ action: "created", url: "#2" });
  expect(await placeComment(all, MARK, `${MARK}\nb`)).toEqual({ action: "edited", url: "#2" });
  expect(await placeComment(all, MARK, `${MARK}\nb`)).toEqual({ action: "unchanged", url: "#2" });
  expect(all.writes).toBe(2);
  expect(all.bodies()).toEqual(["by another job", `${MARK}\nb`]);
});

it("a comment whose lines end as on Windows, or with less white space, is unchanged", async () => {
  const all = comments(`${MARK}\r\na`);
  expect(await placeComment(all, MARK, `${MARK}\na\n`)).toMatchObject({ action: "unchanged" });
  expect(all.writes).toBe(0);
});

it("a run of an older commit neither creates nor edits a comment", async () => {
  for (const all of [comments(), comments(`${MARK}\nnewer`)]) {
    all.newest = false;
    const before = all.bodies();
    expect(await placeComment(all, MARK, `${MARK}\nolder`)).toMatchObject({ action: "outdated" });
    expect(all.bodies()).toEqual(before);
  }
});

it("the mark of a review is the mark of no other review, and ends no comment in HTML", () => {
  const names = ["shop", "shop 2", "shöp", "a-b", "a--b", "-->", "a\nb", "", "%2D"];
  const marks = names.map((name) => markOf("review", name));
  expect(new Set(marks).size).toBe(names.length);
  for (const mark of marks) {
    expect(mark).toMatch(/^<!-- edge-ingress review: [^\n]* -->$/);
    expect(mark.slice(4, -3)).not.toContain("--");
    expect(marks.filter((other) => other.startsWith(mark))).toEqual([mark]);
  }
});
