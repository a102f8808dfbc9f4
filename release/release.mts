// npm run release: builds, publishes and rehearses a release. HELP in options.mts describes the commands.

import { say } from "../tools/base/say.mjs";
import { buildRelease } from "./build-release.mts";
import { type Command, commandIn, HELP } from "./options.mts";

export async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    say(HELP);
    return 0;
  }
  return perform(commandIn(args));
}

/** Loads only what the command needs: some of it needs a build. */
async function perform(command: Command): Promise<number> {
  switch (command.name) {
    case "build":
      await buildRelease(command.out, command.overrides);
      return 0;
    case "prepare":
      await (await import("./commit/prepare.mts")).prepare(command.version);
      return 0;
    case "publish":
      await (await import("./publish/publish.mts")).publish(command.part, command.folder, command);
      return 0;
    case "next":
      await (await import("./commit/next.mts")).next(command.version, command.folder);
      return 0;
    case "rehearse":
      return (await import("./rehearsal/rehearse.mts")).rehearse();
  }
}
