import { inCollection, type ResourceCase } from "./case";

const accessKey = "canary-access-key-4f1c";
const apiKey = "canary-api-key-93d2";
const foreignKey = "canary-foreign-key-77aa";

const role = { role: { roleArn: "arn:role" } };
const roleBody = { role: { role_arn: "arn:role" }, creds: null };
const creds = { creds: { cloudAccessKeyId: "AKIA", cloudSecretAccessKey: accessKey } };
const credsBody = { role: null, creds: { cloud_access_key_id: "AKIA", cloud_secret_access_key: accessKey } };

const unused = { delivery_stream: null, data_stream: null, cloud_logs: null, monitoring: null };

const logs = { cloudLogs: { logGroupArn: "arn:logs", auth: role } };
const logsBody = { ...unused, cloud_logs: { log_group_arn: "arn:logs", auth: roleBody } };

export const eventDestination: ResourceCase = {
  type: "EventDestination",
  ...inCollection("/event_destinations"),
  whole: {
    args: {
      format: "json",
      description: "audit",
      metadata: "v1",
      target: { deliveryStream: { deliveryStreamArn: "arn:delivery", auth: creds } },
    },
    body: {
      format: "json",
      description: "audit",
      metadata: "v1",
      target: { ...unused, delivery_stream: { delivery_stream_arn: "arn:delivery", auth: credsBody } },
    },
  },
  life: {
    minimal: { args: { format: "json", target: logs }, body: { format: "json", target: logsBody } },
    set: {
      args: {
        format: "json",
        description: "audit",
        metadata: "v1",
        target: { dataStream: { streamArn: "arn:stream", auth: creds } },
      },
      body: {
        description: "audit",
        metadata: "v1",
        target: { ...unused, data_stream: { stream_arn: "arn:stream", auth: credsBody } },
      },
    },
    changed: {
      args: {
        format: "json",
        description: "audit trail",
        metadata: "v2",
        target: { monitoring: { apiKey, tags: "env:prod", service: "edge", site: "eu" } },
      },
      body: {
        description: "audit trail",
        metadata: "v2",
        target: { ...unused, monitoring: { api_key: apiKey, tags: "env:prod", service: "edge", site: "eu" } },
      },
    },
    removed: { args: { format: "json", target: logs }, body: { description: "", metadata: "", target: logsBody } },
  },
  also: [
    {
      args: { target: { cloudLogs: { logGroupArn: "arn:logs", auth: creds } } },
      body: { target: { ...unused, cloud_logs: { log_group_arn: "arn:logs", auth: credsBody } } },
    },
    {
      args: { target: { dataStream: { streamArn: "arn:stream", auth: role } } },
      body: { target: { ...unused, data_stream: { stream_arn: "arn:stream", auth: roleBody } } },
    },
    {
      args: { target: { deliveryStream: { deliveryStreamArn: "arn:d", auth: role } } },
      body: { target: { ...unused, delivery_stream: { delivery_stream_arn: "arn:d", auth: roleBody } } },
    },
  ],
  drift: {
    of: "grown",
    members: { target: { ...unused, monitoring: { api_key: foreignKey, tags: null, service: null, site: null } } },
    paths: ["target.cloudLogs", "target.monitoring"],
  },
  unknown: (text) => ({ format: "json", target: { monitoring: { apiKey: text, site: text } } }),
  invalid: [
    { args: { target: { monitoring: { apiKey } } }, problem: "format is required" },
    { args: { format: "xml", target: { monitoring: { apiKey } } }, problem: 'format must be "json"' },
    { args: { format: "json" }, problem: "target is required" },
    {
      args: { format: "json", target: {} },
      problem: "target must have exactly one of deliveryStream, dataStream, cloudLogs, or monitoring, got none",
    },
    {
      args: { format: "json", target: { monitoring: { apiKey }, cloudLogs: { logGroupArn: "arn", auth: role } } },
      problem:
        "target must have exactly one of deliveryStream, dataStream, cloudLogs, or monitoring, got cloudLogs and monitoring",
    },
    { args: { format: "json", target: { monitoring: {} } }, problem: "target.monitoring.apiKey is required" },
    {
      args: { format: "json", target: { cloudLogs: { logGroupArn: "arn", auth: {} } } },
      problem: "target.cloudLogs.auth must have exactly one of role or creds, got none",
    },
    {
      args: {
        format: "json",
        target: { dataStream: { streamArn: "arn", auth: { creds: { cloudAccessKeyId: "AKIA" } } } },
      },
      problem: "target.dataStream.auth.creds.cloudSecretAccessKey is required",
    },
    {
      args: { format: "json", target: { monitoring: { apiKey, servce: "edge" } } },
      problem: "target.monitoring.servce is not an argument; did you mean target.monitoring.service?",
    },
  ],
  secrets: [accessKey, apiKey, foreignKey],
};
