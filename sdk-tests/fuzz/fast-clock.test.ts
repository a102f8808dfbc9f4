import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { preload } from "../support/preload";
import { scriptedServer } from "../support/server";

/** Tests that the clock of the random lives ends waits in the order of their times, however slow the machine is. */

const run = async (script: string): Promise<string> => {
  const NODE_OPTIONS = preload("fast-clock");
  const options = { cwd: join(__dirname, "../.."), env: { ...process.env, NODE_OPTIONS } };
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], options);
  return stdout.trim();
};

const SLEEP = 'const { setTimeout: sleep } = require("node:timers/promises");';

it("the clock lets no deadline pass while a response is on its way", async () => {
  await using server = await scriptedServer(
    (_, response) => void setTimeout(() => response.end("response"), 1_000),
  );
  const first = await run(`${SLEEP}
    const response = require("undici").request("${server.url}").then(({ body }) => body.text());
    Promise.race([response, sleep(300_000).then(() => "deadline")]).then(console.log);`);
  expect(first).toBe("response");
});

it("the clock lets no deadline pass while another process is polled", async () => {
  const first = await run(`${SLEEP}
    let polls = 0;
    const poll = () => sleep(200, undefined, { ref: false }).then(() => (++polls < 100 ? poll() : "polled"));
    const keep = setTimeout(() => undefined, 60_000);
    Promise.race([poll(), sleep(300_000).then(() => "deadline")]).then((first) => { console.log(first); clearTimeout(keep); });`);
  expect(first).toBe("polled");
});

it("the clock ends waits in the order of their times, and moves by their length", async () => {
  const order = await run(`${SLEEP}
    const began = performance.now();
    const ended = (name) => () => console.log(name, Math.floor((performance.now() - began) / 60_000));
    Promise.all([sleep(120_000).then(ended("two")), sleep(60_000).then(ended("one"))])`);
  expect(order).toBe("one 1\ntwo 2");
});
