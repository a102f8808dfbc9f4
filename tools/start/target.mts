import { createHash } from "node:crypto";
import { Problem } from "../base/say.mjs";

const LOCAL_STACK = "local";
const SLUG_LENGTH = 60;

/** The API that Pulumi manages. */
export interface Target {
  baseUrl: string;
  apiKey: string;
  stack: string;
  serveLocally: boolean; // whether the local server has to be started for it
}

/** Returns the API in the environment, or the local server. */
export function chooseTarget(
  { EDGE_INGRESS_BASE_URL: baseUrl, EDGE_INGRESS_API_KEY: apiKey }: NodeJS.ProcessEnv,
  local: { baseUrl: string; apiKey: string },
): Target {
  if (!baseUrl) return { ...local, stack: LOCAL_STACK, serveLocally: true };
  if (!apiKey)
    throw new Problem(
      "EDGE_INGRESS_BASE_URL is set: set EDGE_INGRESS_API_KEY too, to an API key of that service.",
    );
  return { baseUrl, apiKey, stack: stackName(baseUrl), serveLocally: false };
}

/**
 * Returns the stack name for a base URL: there is a stack for each URL, whose name identifies the URL. The hash
 * distinguishes URLs with the same readable part. The local server's stack belongs to its data, and not to an address,
 * at which another server may listen.
 * @returns such as `api.example.com-v2-1a2b3c4d`
 */
export function stackName(baseUrl: string): string {
  const address = normalAddress(baseUrl);
  const hash = createHash("sha256").update(address).digest("hex").slice(0, 8);
  const slug = address
    .replace(/^\w+:\/\//, "")
    .replace(/[^a-zA-Z0-9.]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, SLUG_LENGTH);
  return `${slug}-${hash}`;
}

function normalAddress(baseUrl: string) {
  if (!URL.canParse(baseUrl) || !/^https?:/i.test(baseUrl)) {
    throw new Problem(`EDGE_INGRESS_BASE_URL must be an http or https URL.`);
  }
  const { protocol, host, pathname } = new URL(baseUrl);
  return `${protocol}//${host}${pathname.replace(/\/+$/, "")}`;
}
