/** Address that the emulator binds to. It listens only on loopback, without an option for another address. */
export const DEFAULT_HOST = "127.0.0.1";

/** Port of `edge-ingress emulator` without `--port`. */
export const DEFAULT_PORT = 4455;

/** API key that the emulator accepts when none is configured. */
export const DEFAULT_API_KEY = "local-api-key";

/** Account that owns {@link DEFAULT_API_KEY}, and every key without an account. */
export const DEFAULT_ACCOUNT = "local";

/** Value that the `Service-Version` header of every request has to carry. */
export const SERVICE_VERSION = "2";

/** Path under which the admin operations are served. */
export const ADMIN_PATH = "/_admin";

/** Path of the OpenAPI document. */
export const OPENAPI_PATH = "/openapi.json";
