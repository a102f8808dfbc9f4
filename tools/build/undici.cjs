// @ts-nocheck: undici declares no types of its parts.
// The bundles contain these parts of undici instead of its main file, which also loads fetch, WebSocket, caches and mocks, and takes
// a quarter of the processor time with which a provider process starts. src/core/client/transport.ts imports the same names.
exports.Agent = require("undici/lib/dispatcher/agent.js");
exports.EnvHttpProxyAgent = require("undici/lib/dispatcher/env-http-proxy-agent.js");
exports.Pool = require("undici/lib/dispatcher/pool.js");
exports.errors = require("undici/lib/core/errors.js");
exports.request = require("undici/lib/api/api-request.js");
