import type { ModuleCase } from "./case";

export const backend: ModuleCase = {
  argument: "backend",
  member: "backend",
  minimal: { args: { backendId: "bknd_one" }, body: { backend_id: "bknd_one" } },
  whole: { args: { enabled: true, backendId: "bknd_two" }, body: { enabled: true, backend_id: "bknd_two" } },
  changed: { args: { enabled: false, backendId: "bknd_three" }, body: { enabled: false, backend_id: "bknd_three" } },
  drift: { members: { backend: { id: "bknd_foreign", uri: "https://api.example.com/x" } }, path: "backendId" },
  invalid: [
    { args: {}, problem: "backendId is required" },
    { args: { backendId: 7 }, problem: "backendId must be a string, got a number" },
    { args: { backendId: "b", backend: "c" }, problem: "backend is not an argument; did you mean backendId?" },
  ],
};

export const ipRestriction: ModuleCase = {
  argument: "ipRestriction",
  member: "ip_restriction",
  minimal: { args: {}, body: { enabled: true } },
  whole: {
    args: { enabled: true, ipPolicyIds: ["ipp_b", "ipp_a"] },
    body: { enabled: true, ip_policy_ids: ["ipp_b", "ipp_a"] },
  },
  changed: { args: { enabled: false, ipPolicyIds: ["ipp_c"] }, body: { enabled: false, ip_policy_ids: ["ipp_c"] } },
  drift: {
    members: {
      ip_policies: [
        { id: "ipp_a", uri: "https://api.example.com/a" },
        { id: "ipp_b", uri: "https://api.example.com/b" },
        { id: "ipp_foreign", uri: "https://api.example.com/f" },
      ],
    },
    path: "ipPolicyIds[2]",
  },
  invalid: [
    { args: { ipPolicyIds: "ipp_a" }, problem: "ipPolicyIds must be an array, got a string" },
    { args: { ipPolicyIds: ["a", 1] }, problem: "ipPolicyIds[1] must be a string, got a number" },
  ],
};

export const circuitBreaker: ModuleCase = {
  argument: "circuitBreaker",
  member: "circuit_breaker",
  minimal: { args: {}, body: { enabled: true } },
  whole: {
    args: {
      enabled: true,
      trippedDuration: 10,
      rollingWindow: 20,
      numBuckets: 128,
      volumeThreshold: 4294967295,
      errorThresholdPercentage: 0.5,
    },
    body: {
      enabled: true,
      tripped_duration: 10,
      rolling_window: 20,
      num_buckets: 128,
      volume_threshold: 4294967295,
      error_threshold_percentage: 0.5,
    },
  },
  changed: {
    args: {
      enabled: false,
      trippedDuration: 0,
      rollingWindow: 21,
      numBuckets: 1,
      volumeThreshold: 2,
      errorThresholdPercentage: 1,
    },
    body: {
      enabled: false,
      tripped_duration: 0,
      rolling_window: 21,
      num_buckets: 1,
      volume_threshold: 2,
      error_threshold_percentage: 1,
    },
  },
  drift: { members: { num_buckets: 64 }, path: "numBuckets" },
  invalid: [
    { args: { numBuckets: 129 }, problem: "numBuckets must be at most 128, got 129" },
    { args: { numBuckets: 1.5 }, problem: "numBuckets must be a whole number, got 1.5" },
    { args: { trippedDuration: -1 }, problem: "trippedDuration must be at least 0, got -1" },
    { args: { rollingWindow: 4294967296 }, problem: "rollingWindow must be at most 4294967295, got 4294967296" },
    { args: { volumeThreshold: "7" }, problem: "volumeThreshold must be a number, got a string" },
    { args: { errorThresholdPercentage: 50 }, problem: "errorThresholdPercentage must be at most 1, got 50" },
    { args: { errorThresholdPercentage: -0.1 }, problem: "errorThresholdPercentage must be at least 0, got -0.1" },
    { args: { enabled: "yes" }, problem: "enabled must be a boolean, got a string" },
  ],
};

export const compression: ModuleCase = {
  argument: "compression",
  member: "compression",
  minimal: { args: {}, body: { enabled: true } },
  whole: { args: { enabled: true }, body: { enabled: true } },
  changed: { args: { enabled: false }, body: { enabled: false } },
  drift: { members: { enabled: false }, path: "enabled" },
  invalid: [{ args: { enable: true }, problem: "enable is not an argument; did you mean enabled?" }],
};

const headers = (argument: string, member: string): ModuleCase => ({
  argument,
  member,
  minimal: { args: {}, body: { enabled: true } },
  whole: {
    args: { enabled: true, add: { "X-Team": "edge", "x-zone": "{conn.region}" }, remove: ["Server", "x-powered-by"] },
    body: { enabled: true, add: { "X-Team": "edge", "x-zone": "{conn.region}" }, remove: ["Server", "x-powered-by"] },
  },
  changed: {
    args: { enabled: false, add: { "X-Team": "core" }, remove: ["Via"] },
    body: { enabled: false, add: { "X-Team": "core" }, remove: ["Via"] },
  },
  drift: { members: { add: { "x-team": "edge", "X-Zone": "mars" } }, path: 'add["x-zone"]' },
  invalid: [
    { args: { add: { "X Team": "a" } }, problem: 'add["X Team"] has a name that HTTP does not allow for a header' },
    { args: { add: { "X-Team": "a\r\nb" } }, problem: 'add["X-Team"] is not a value that HTTP allows for a header' },
    {
      args: { add: { "X-Team": "a", "x-team": "b" } },
      problem: 'add["x-team"] is a duplicate header name (names are case-insensitive)',
    },
    { args: { remove: ["a:b"] }, problem: "remove[0] is not a name that HTTP allows for a header" },
    { args: { add: ["a"] }, problem: "add must be an object, got an array" },
  ],
});

export const requestHeaders = headers("requestHeaders", "request_headers");
export const responseHeaders = headers("responseHeaders", "response_headers");

export const websocketTcpConverter: ModuleCase = {
  argument: "websocketTcpConverter",
  member: "websocket_tcp_converter",
  resource: "HttpsEdgeRouteWebsocketTcpConverter",
  minimal: { args: {}, body: { enabled: true } },
  whole: { args: { enabled: true }, body: { enabled: true } },
  changed: { args: { enabled: false }, body: { enabled: false } },
  drift: { members: { enabled: false }, path: "enabled" },
  invalid: [{ args: { enabled: 1 }, problem: "enabled must be a boolean, got a number" }],
};

export const userAgentFilter: ModuleCase = {
  argument: "userAgentFilter",
  member: "user_agent_filter",
  minimal: { args: {}, body: { enabled: true } },
  whole: {
    args: { enabled: true, allow: ["curl", "agent"], deny: ["bot"] },
    body: { enabled: true, allow: ["curl", "agent"], deny: ["bot"] },
  },
  changed: {
    args: { enabled: false, allow: ["wget"], deny: ["crawler"] },
    body: { enabled: false, allow: ["wget"], deny: ["crawler"] },
  },
  drift: { members: { deny: ["bot", "curl/1"] }, path: "deny[1]" },
  invalid: [{ args: { allow: [{}] }, problem: "allow[0] must be a string, got an object" }],
};

export const policy: ModuleCase = {
  argument: "policy",
  member: "policy",
  minimal: { args: {}, body: { enabled: true } },
  whole: {
    args: {
      enabled: true,
      inbound: {
        name: "guard",
        expressions: ["req.method == 'POST'", "conn.geo == 'XX'"],
        actions: { type: "deny", config: { status_code: 403, nested: { camelCase: [1, null, "x"] } } },
      },
      outbound: { name: "log", expressions: ["true"], actions: { type: "log", config: { sample: 0.5 } } },
    },
    body: {
      enabled: true,
      inbound: {
        name: "guard",
        expressions: ["req.method == 'POST'", "conn.geo == 'XX'"],
        actions: { type: "deny", config: { status_code: 403, nested: { camelCase: [1, null, "x"] } } },
      },
      outbound: { name: "log", expressions: ["true"], actions: { type: "log", config: { sample: 0.5 } } },
    },
  },
  changed: {
    args: { enabled: false, inbound: { name: "watch", expressions: ["false"], actions: { type: "log" } } },
    body: { enabled: false, inbound: { name: "watch", expressions: ["false"], actions: { type: "log" } } },
  },
  drift: {
    members: {
      outbound: { name: "foreign", expressions: ["true"], actions: { type: "log", config: { sample: 0.5 } } },
    },
    path: "outbound.name",
  },
  invalid: [
    { args: { inbound: [] }, problem: "inbound must be an object, got an array" },
    { args: { inbound: { actions: {} } }, problem: "inbound.actions.type is required" },
    {
      args: { outbound: { actions: { type: "log", config: 5 } } },
      problem: "outbound.actions.config must be an object, got a number",
    },
  ],
};
