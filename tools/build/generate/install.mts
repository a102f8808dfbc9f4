import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { readJson } from "../../base/project.mjs";
import { type Publisher, readPublisher, repositoryUrl } from "../publisher.mts";
import type { Part } from "./documents.mts";
import { installDocuments } from "./install-documents.mts";

/**
 * The texts about the installation, which change on the day of the first release: until then, nobody may install the package by
 * its name, because a stranger could register it.
 */

/** The facts on which the texts depend. */
export interface Availability {
  isPublished: boolean;
  version: string;
  repository: string | null; // its web address
}

/** The commands of the READMEs of examples, by file and by name of the block. */
const readmes: Readonly<Record<string, Readonly<Record<string, string>>>> = parse(
  readFileSync(join(import.meta.dirname, "install-commands.yaml"), "utf8"),
);

const NAME = "pulumi-edge-ingress";

/** The argument of `npm install`: the name of the package, or the tarball that `npm pack` creates in a folder. */
export const packageIn = (folder: string, { isPublished, version }: Availability): string =>
  isPublished ? NAME : `${folder}/${NAME}-${version}.tgz`;

/** The commands of a README with what npm installs. */
export const commandsFor = (commands: string, availability: Availability): string =>
  commands
    .replaceAll(/\{package (\S+)\}/g, (_, folder) => packageIn(folder, availability))
    .replaceAll(/ \{dependencies (\S+)\}/g, (_, folder) =>
      availability.isPublished ? "" : ` ${packageIn(folder, availability)}`,
    );

const NOTICE = {
  false:
    "The package is not in a public registry yet: in the root of a clone of the repository, `npm ci`, then `npm pack`, creates its tarball.",
  true: "npm installs the package from its registry. You need this folder, and no other part of the repository.",
};

const noticeFor = ({ isPublished }: Availability) => NOTICE[`${isPublished}`];

const availabilityOf = (publisher: Publisher): Availability => ({
  isPublished: publisher.isPublished,
  version: (readJson("package.json") as { version: string }).version,
  repository: repositoryUrl(publisher),
});

/** The blocks of all documents, for any availability. */
export const installTexts = [
  ...Object.entries(readmes).flatMap(([file, blocks]) => [
    { file, name: "package-notice", textFor: noticeFor },
    ...Object.entries(blocks).map(([name, commands]) => ({
      file,
      name,
      textFor: (availability: Availability) =>
        `\`\`\`sh\n${commandsFor(commands, availability)}\`\`\``,
    })),
  ]),
  ...installDocuments,
];

export const installParts: readonly Part[] = installTexts.map(({ textFor, ...part }) => ({
  ...part,
  text: () => textFor(availabilityOf(readPublisher())),
}));
