/* One comment for each review of a pull request, found by a mark, and edited by its id. */

/** A comment of the account of the token. */
export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly url: string;
}

/** The comments of a pull request. */
export interface Comments {
  /** True if the commit of this run is the newest commit of the pull request. */
  isNewest(): Promise<boolean>;
  /** The comments of the account of the token. */
  list(): Promise<readonly Comment[]>;
  create(body: string): Promise<Comment>;
  update(id: number, body: string): Promise<Comment>;
  /** Deletes a comment, which may be gone already. */
  remove(id: number): Promise<void>;
}

/** The result of {@link placeComment}. */
export interface Placed {
  readonly action: "created" | "edited" | "unchanged" | "outdated";
  readonly url: string;
}

/** The first line of a comment, which no other review has. Renderers do not show it. */
export const markOf = (kind: string, name: string): string =>
  `<!-- edge-ingress ${kind}: ${name.replace(UNSAFE, encodeCharacter)} -->`;

/** Characters that could end the comment in HTML, or that a service may change. */
const UNSAFE = /[^\w .,/:@-]|-(?=-)/gu;

const encodeCharacter = (character: string): string =>
  character === "-" ? "%2D" : encodeURIComponent(character.toWellFormed());

/**
 * Creates the comment of a review, or edits it. A run of an older commit changes nothing.
 *
 * @param mark The beginning of the body.
 */
export async function placeComment(
  comments: Comments,
  mark: string,
  body: string,
): Promise<Placed> {
  const [found] = await marked(comments, mark);
  if (found && isSame(found.body, body)) return { action: "unchanged", url: found.url };
  // Right before the request that writes, so that a push in the meantime counts.
  if (!(await comments.isNewest())) return { action: "outdated", url: found?.url ?? "" };
  if (found) {
    const { url } = await comments.update(found.id, body);
    return { action: "edited", url };
  }
  const created = await comments.create(body);
  const url = await withoutDuplicates(comments, mark, body, created);
  return { action: "created", url };
}

/** Keeps the first of several comments that runs created at the same time, with the newest content. */
async function withoutDuplicates(
  comments: Comments,
  mark: string,
  body: string,
  created: Comment,
): Promise<string> {
  const [first = created, ...others] = await marked(comments, mark);
  const isOutdated = !isSame(first.body, body) && (await comments.isNewest());
  if (isOutdated) await comments.update(first.id, body);
  for (const { id } of others) await comments.remove(id);
  return first.url;
}

/** The comments with a mark, the oldest first. */
async function marked(comments: Comments, mark: string): Promise<Comment[]> {
  const all = await comments.list();
  return all.filter(({ body }) => body.startsWith(mark)).toSorted((a, b) => a.id - b.id);
}

/** True if bodies are the same. A service may change the ends of lines, and remove white space at the end. */
const isSame = (body: string, other: string): boolean => normalized(body) === normalized(other);

const normalized = (body: string): string => body.replaceAll("\r\n", "\n").trim();
