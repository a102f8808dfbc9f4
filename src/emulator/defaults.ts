/** Address that the emulator binds to. It answers on loopback only, without an option for another address. */
export const DEFAULT_HOST = "127.0.0.1";

/** Port of `edge-ingress emulator` without `--port`. */
export const DEFAULT_PORT = 4455;

/** API key that the emulator accepts when none is configured. */
export const DEFAULT_API_KEY = "local-api-key";

/** Account that owns {@link DEFAULT_API_KEY}, and every key given without an account. */
export const DEFAULT_ACCOUNT = "local";

/** Value that the `Service-Version` header of every request has to carry. */
export const SERVICE_VERSION = "2";

/** Number of requests that the journal keeps; older ones are dropped. */
export const DEFAULT_JOURNAL_LIMIT = 10_000;

/** Bytes that the entries of the journal take together; older ones are dropped. */
export const MAX_JOURNAL_BYTES = 32 * 1024 * 1024;

/** Bytes that the body of a request may have. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Path under which the admin operations are served. */
export const ADMIN_PATH = "/_admin";

/** Path of the OpenAPI document. */
export const OPENAPI_PATH = "/openapi.json";

/** The oldest Node.js that the emulator runs on. */
export const OLDEST_NODE = "22.19";

/** The longest delay of a timer of Node.js; a longer one would end at once. */
export const MAX_DELAY_MS = 2 ** 31 - 1;
