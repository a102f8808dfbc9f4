import { expect, it } from "vitest";
import { maskedLine } from "../../../src/cli/ci/masking";

/** Tests of the lines of errors in a comment, which CI systems do not mask. */

const environment = {
  PULUMI_ACCESS_TOKEN: "pul-0123",
  EDGE_INGRESS_API_KEY: "key-1",
  EDGE_INGRESS_BASE_URL: "https://api.example.com",
  PULUMI_CONFIG_PASSPHRASE: "pul-0123-and-more",
  DEPLOY_KEY: "first line\nsecond line",
  SHORT_TOKEN: "abc",
  PWD: "/home/runner/work",
  EMPTY_TOKEN: "",
};

it.each([
  ["the token of Pulumi", "denied for pul-0123", "denied for [secret]"],
  ["a secret that contains another", "pul-0123-and-more, pul-0123", "[secret], [secret]"],
  ["a line of a secret", "found second line there", "found [secret] there"],
  [
    "a password of an address",
    "https://user:hunter2@example.com",
    "https://user:[secret]@example.com",
  ],
  ["colours", "\u001b[31mred\u001b[39m", "red"],
  ["a command of a log", "::set-output name=a::b", "\\u{3a}:set-output name=a::b"],
])("%s is masked", (_, line, expected) => {
  expect(maskedLine(line, environment)).toBe(expected);
});

it.each([
  ["the address of the API", "no response of https://api.example.com"],
  ["a text that is too short to be a secret", "abc is not a route"],
  ["the current folder", "in /home/runner/work/index.ts"],
])("%s is not masked", (_, line) => {
  expect(maskedLine(line, environment)).toBe(line);
});
