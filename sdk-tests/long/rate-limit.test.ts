import { expect, it } from "vitest";
import { startEmulator } from "../../src/emulator";
import { ProviderProcess } from "../support/provider-process";

/**
 * A thousand resources under a rate limit that the service enforces without an announcement:
 * `npm test -- --long rate-limit`.
 */

const RESOURCES = 1_000;
const PER_SECOND = 20;
/** Number of creates that the engine has under way: four for each of four processors. */
const AT_A_TIME = 16;

it.each(["in bursts", "one after the other"])(
  "1,000 resources are made under 20 requests per second, %s",
  async (manner) => {
    await using emulator = await startEmulator({ options: { requestsPerSecond: PER_SECOND } });
    await using host = await ProviderProcess.start({
      form: "dynamic",
      config: { baseUrl: emulator.url, apiKey: emulator.apiKey },
    });
    const names = Array.from({ length: RESOURCES }, (_, index) => `host${index}.example.com`);
    const create = async (): Promise<void> => {
      for (let domain = names.pop(); domain !== undefined; domain = names.pop()) {
        await host.create("AgentIngress", { domain });
      }
    };
    const begun = performance.now();
    await Promise.all(Array.from({ length: manner === "in bursts" ? AT_A_TIME : 1 }, create));
    const seconds = (performance.now() - begun) / 1_000;
    // The budget that was not used before the first request is available at once.
    const ideal = (RESOURCES - PER_SECOND) / PER_SECOND;
    const requests = emulator.requests().length;
    console.log(
      `${manner}: ${RESOURCES} made, 0 failed; ${(requests / RESOURCES).toFixed(3)} requests for each; ` +
        `${seconds.toFixed(1)} s, ${(seconds / ideal).toFixed(3)} of the ideal ${ideal} s`,
    );
    expect(emulator.objects()).toHaveLength(RESOURCES);
    expect(requests / RESOURCES).toBeLessThanOrEqual(1.2);
    expect(seconds / ideal).toBeLessThanOrEqual(1.3);
  },
  300_000,
);
