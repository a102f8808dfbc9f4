import { expect, it } from "vitest";
import { missingSettings, PLAINTEXT, SECRETS } from "../../tools/start/example-config.mts";

const settingsOf = (keys: readonly string[]): string =>
  keys.map((key) => `  ingress-stack:${key}: value\n`).join("");

const all = [...Object.keys(PLAINTEXT), ...Object.keys(SECRETS)];

it("npm start sets only the settings that a stack lacks, and encrypts the secrets", () => {
  const present = settingsOf(all.filter((key) => !["domain", "webhookSecret"].includes(key)));
  expect(missingSettings(present)).toEqual([
    "config",
    "set-all",
    "--plaintext",
    "domain=connect.example.com",
    "--secret",
    "webhookSecret=example-webhook-secret",
  ]);
});

it("npm start sets nothing in a stack that has all settings", () => {
  expect(missingSettings(settingsOf(all))).toBeUndefined();
});
