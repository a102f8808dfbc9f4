import { hash } from "node:crypto";
import { Problem, say } from "../../tools/base/say.mjs";

/** A file or package of a release that a registry keeps under a name, which it never gives to other contents. */
export interface Publication {
  name: string; // in messages, such as pulumi-edge-ingress@1.2.3
  file: string; // of the release
  digest: string; // of the contents in the release
  published: () => Promise<string | undefined>; // digest of the contents in the registry, if it has the name
  command: string; // in the output of a dry run
  publish: () => Promise<unknown>;
}

/** A registry, and what a release publishes there. */
export interface Part {
  title: string;
  publications: readonly Publication[];
  begin?: () => Promise<unknown>; // before the first publication that the registry lacks
  end?: () => Promise<unknown>; // after all publications
}

export type Outcome = "published" | "published before";

/** Publishes what a registry lacks. Before anything is published, all that the registry has is compared. */
export async function publishPart({ title, publications, begin, end }: Part) {
  const found = [];
  for (const publication of publications)
    found.push({
      publication,
      outcome: outcomeOf(title, publication, await publication.published()),
    });
  if (begin && found.some(({ outcome }) => outcome === "published")) await begin();
  for (const { publication, outcome } of found) {
    if (outcome === "published") await publication.publish();
    say(messageOf(title, publication, outcome));
  }
  await end?.();
  return found.map(({ publication: { name }, outcome }) => ({ name, outcome }));
}

/** Prints what a release would publish, without a request to the registry. */
export function printPart({ title, publications }: Part) {
  for (const { command } of publications) say(`${title}: would run ${command}`);
}

/** @throws Problem if the registry has other contents, which users may have verified already */
export function outcomeOf(
  title: string,
  { name, file, digest }: Pick<Publication, "name" | "file" | "digest">,
  published: string | undefined,
): Outcome {
  if (published === undefined) return "published";
  if (published === digest) return "published before";
  throw new Problem(
    `${title} has ${name} with other contents than ${file} (${published}, not ${digest}): release a new version.`,
  );
}

const messageOf = (title: string, { name }: Publication, outcome: Outcome) =>
  outcome === "published"
    ? `${title}: ${name} is published.`
    : `${title}: ${name} was published before, with the same contents.`;

export const sha256 = (content: Buffer): string => hash("sha256", content);
