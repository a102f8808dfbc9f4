import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Problem } from "../../tools/base/say.mjs";

const script = fileURLToPath(new URL("client-process.cjs", import.meta.url));

/**
 * The requests alone, sent by the provider's client in a process of its own: the floor of the work on the API.
 * @type {import("../sides.mjs").Open}
 */
export async function clientSide({ baseUrl, apiKey }) {
  const child = fork(script, [baseUrl, apiKey]);
  return {
    async run(operation, count) {
      child.send({ operation, count });
      const [answer] = /** @type {[{ error?: string }]} */ (await once(child, "message"));
      if (answer.error !== undefined) throw new Problem(`the client alone: ${answer.error}`);
      return {};
    },
    close: () => void child.kill(),
  };
}
