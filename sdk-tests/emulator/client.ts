import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { Emulator } from "../../src/emulator/index";

/** The properties of a server that requests need. */
export type Server = Pick<Emulator, "url" | "apiKey">;

/** A response, its body parsed if it is JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export type Members = Record<string, unknown>;

interface RequestOptions {
  readonly key?: string | undefined;
  /** Headers to set or, if undefined, to omit. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Sends a request with the headers of the reference. A string body is sent unchanged. */
export async function send(
  emulator: Server,
  method: string,
  path: string,
  body?: unknown,
  { key = emulator.apiKey, headers = {} }: RequestOptions = {},
): Promise<Answer> {
  const all = {
    Authorization: `Bearer ${key}`,
    "Service-Version": "2",
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...headers,
  };
  const answer = await fetch(`${emulator.url}${path}`, {
    method,
    headers: Object.entries(all).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
    body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: parsed(await answer.text()) };
}

/** Sends a request that has to succeed, and returns the members of the response. */
export async function members(
  emulator: Server,
  method: string,
  path: string,
  body?: unknown,
): Promise<Members> {
  const answer = await send(emulator, method, path, body);
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as Members;
}

/** Creates a route with a path, and returns its API path. */
export async function newRoute(
  emulator: Server,
  extra: Members = {},
  edge = "edghts_1",
): Promise<string> {
  const body = { match_type: "exact_path", match: "/a", ...extra };
  const { id } = await members(emulator, "POST", `/edges/https/${edge}/routes`, body);
  return `/edges/https/${edge}/routes/${id}`;
}

/** Creates an agent ingress. */
export const newIngress = (
  emulator: Server,
  domain: string,
  extra: Members = {},
): Promise<Members> => members(emulator, "POST", "/agent_ingresses", { domain, ...extra });

/** Creates a destination whose target has a key. */
export const newDestination = (
  emulator: Server,
  description: string,
  apiKey: string,
): Promise<Members> =>
  members(emulator, "POST", "/event_destinations", {
    format: "json",
    description,
    target: { monitoring: { api_key: apiKey } },
  });

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

interface RawRequest {
  readonly method?: string;
  /** The target in its exact form, which fetch would normalize. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Sends a request in its exact form: only the named headers, and those that HTTP needs. */
export function sendRaw(
  emulator: Pick<Emulator, "url">,
  { body, ...options }: RawRequest,
): Promise<Answer & { readonly id: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(emulator.url), options, async (answer) => {
      const headers = new Headers(answer.headers as Record<string, string>);
      const id = headers.get("x-request-id") ?? undefined;
      resolve({ status: answer.statusCode ?? 0, headers, body: parsed(await text(answer)), id });
    });
    sent.on("error", reject).end(body);
  });
}

/** Sends bytes that need not be HTTP, and returns all bytes of the response until the connection ends. */
export async function sendBytes({ url }: Pick<Emulator, "url">, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

/** The headers of the reference. */
export const known = ({ apiKey }: Pick<Emulator, "apiKey">): Record<string, string> => ({
  Authorization: `Bearer ${apiKey}`,
  "Service-Version": "2",
  "Content-Type": "application/json",
});
