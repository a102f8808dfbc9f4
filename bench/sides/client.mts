import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Problem } from "../../tools/base/say.mjs";
import type { Context, Stack } from "../sides.mts";

const script = fileURLToPath(new URL("client-process.mts", import.meta.url));

/** The requests alone, sent by the provider's client in a process of its own: the floor of the work on the API. */
export async function clientSide({ baseUrl, apiKey }: Context): Promise<Stack> {
  const child = fork(script, [baseUrl, apiKey]);
  return {
    async run(operation, count) {
      child.send({ operation, count });
      const [answer] = (await once(child, "message")) as [{ error?: string }];
      if (answer.error !== undefined) throw new Problem(`the client alone: ${answer.error}`);
      return {};
    },
    close: () => void child.kill(),
  };
}
