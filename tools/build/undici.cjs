// @ts-nocheck: undici declares no types of its parts.
// The bundles contain these parts of undici in place of its main file. The main file also loads fetch, WebSocket, caches and mocks, which
// take 30 ms of the start of a provider. src/core/client/transport.ts imports these names.
const Dispatcher = require("undici/lib/dispatcher/dispatcher.js");

// undici's main file adds these methods, and others, to all dispatchers.
Object.assign(Dispatcher.prototype, {
  connect: require("undici/lib/api/api-connect.js"),
  request: require("undici/lib/api/api-request.js"),
});

exports.Agent = require("undici/lib/dispatcher/agent.js");
exports.EnvHttpProxyAgent = require("undici/lib/dispatcher/env-http-proxy-agent.js");
exports.Pool = require("undici/lib/dispatcher/pool.js");
exports.errors = require("undici/lib/core/errors.js");
