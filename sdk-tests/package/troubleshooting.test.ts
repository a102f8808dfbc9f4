import { expect, it } from "vitest";
import { filesBelow, textOf } from "../support/files";

/** Tests that the messages in docs/troubleshooting.md are messages of the source. */

const page = textOf("docs/troubleshooting.md").replaceAll("\r\n", "\n");

/** The first cells of all tables of messages. */
const cells = page.split("\n").flatMap((line) => {
  const [, cell] = /^\| (.*?) \| /.exec(line) ?? [];
  return cell === undefined ||
    cell === "Message" ||
    cell === "---" ||
    cell.includes("Pulumi's message")
    ? []
    : [cell];
});

/** The texts of the source on one line: without the concatenation of long texts, and without escapes. */
const source = filesBelow("src")
  .filter((path) => path.endsWith(".ts"))
  .map((path) =>
    textOf(path)
      .replace(/["`]\s*\+\s*["`]/g, "")
      .replaceAll("\\`", "`"),
  )
  .join("\n");

/** The parts of a message that the source fills in from constants, or that `insteadOf` adds. */
const JOINTS = /…|(?:pulumi-)?edge-ingress(?::\w+)?|\d+\.\d+|, got /;

/** The constant parts of a message. */
const partsOf = (message: string): string[] => message.split(JOINTS).map((part) => part.trim());

it("each message in the tables of docs/troubleshooting.md is a message of the source", () => {
  const texts = cells.flatMap((cell) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text),
  );
  // These messages begin with the command that prints them.
  const messages = texts.filter((text) => !text.startsWith("edge-ingress plugin"));
  expect(messages.length).toBeGreaterThan(100);
  expect(
    messages.filter((message) => !partsOf(message).every((part) => source.includes(part))),
  ).toEqual([]);
});
