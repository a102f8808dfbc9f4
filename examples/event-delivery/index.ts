import { Config } from "@pulumi/pulumi";
import { EventDestination } from "pulumi-edge-ingress";

// Two keys, so that one is always valid. To rotate: make a new one in the cloud and store it as the other,
//   pulumi config set greenKeyId … && pulumi config set --secret greenKeySecret … && pulumi config set activeKey green
// run `pulumi up`, and only then revoke the one that was in use.
const config = new Config();
const activeKey = config.require<"blue" | "green">("activeKey");

const events = new EventDestination("events", {
  description: "What happens on our edges",
  format: "json",
  target: {
    dataStream: {
      streamArn: config.require("streamArn"),
      auth: {
        creds: {
          cloudAccessKeyId: config.require(`${activeKey}KeyId`),
          cloudSecretAccessKey: config.requireSecret(`${activeKey}KeySecret`),
        },
      },
    },
  },
});

/** Stays the same when a key is rotated. */
export const destination = events.id;
