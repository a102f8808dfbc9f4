import type { Input } from "@pulumi/pulumi";
import { fields, nested } from "../schema/row-types";
import { object, oneOf, string } from "../schema/rows";
import { accountFields, type DescribedArgs, type LocatedOutputs } from "./common";
import { collection } from "./define";

/** A role that the service assumes to deliver events (API reference: CloudRole). */
export interface CloudRoleArgs {
  /** Resource name of the role. Required. */
  roleArn: Input<string>;
}

/** Long-term access keys (API reference: CloudCredentials). */
export interface CloudCredentialsArgs {
  /** The ID portion of the access key. Required. */
  cloudAccessKeyId: Input<string>;
  /** The secret portion of the access key. Required. Always a secret. */
  cloudSecretAccessKey: Input<string>;
}

/** Authentication of the service to the cloud: exactly one of `role` or `creds` (API reference: CloudAuth). */
export interface CloudAuthArgs {
  /** A role to assume. */
  role?: Input<CloudRoleArgs | undefined>;
  /** Long-term access keys. */
  creds?: Input<CloudCredentialsArgs | undefined>;
}

/** A managed cloud delivery stream (API reference: EventTargetDeliveryStream). */
export interface DeliveryStreamTargetArgs {
  /** Authentication of the service. Required. */
  auth: Input<CloudAuthArgs>;
  /** Resource name of the delivery stream. Required. */
  deliveryStreamArn: Input<string>;
}

/** A managed cloud data stream (API reference: EventTargetDataStream). */
export interface DataStreamTargetArgs {
  /** Authentication of the service. Required. */
  auth: Input<CloudAuthArgs>;
  /** Resource name of the stream. Required. */
  streamArn: Input<string>;
}

/** A managed cloud log group (API reference: EventTargetCloudLogs). */
export interface CloudLogsTargetArgs {
  /** Authentication of the service. Required. */
  auth: Input<CloudAuthArgs>;
  /** Resource name of the log group. Required. */
  logGroupArn: Input<string>;
}

/** A hosted monitoring service (API reference: EventTargetMonitoring). */
export interface MonitoringTargetArgs {
  /** API key to use. Required. Always a secret. */
  apiKey: Input<string>;
  /** Tags sent with the event. Default: none. */
  tags?: Input<string | undefined>;
  /** Service name sent with the event. Default: none. */
  service?: Input<string | undefined>;
  /** Site to send events to. Default: none. */
  site?: Input<string | undefined>;
}

/** Where events go: exactly one of the members (API reference: EventTarget). */
export interface EventTargetArgs {
  /** A managed cloud delivery stream. */
  deliveryStream?: Input<DeliveryStreamTargetArgs | undefined>;
  /** A managed cloud data stream. */
  dataStream?: Input<DataStreamTargetArgs | undefined>;
  /** A managed cloud log group. */
  cloudLogs?: Input<CloudLogsTargetArgs | undefined>;
  /** A hosted monitoring service. */
  monitoring?: Input<MonitoringTargetArgs | undefined>;
}

/** Arguments of an `EventDestination`. */
export interface EventDestinationArgs extends DescribedArgs {
  /**
   * Serialization format of the events. Required.
   *
   * - `json`: JSON, the only accepted format.
   */
  format: Input<"json">;
  /** Where events go; exactly one of its members. Required. A change sends all of it. */
  target: Input<EventTargetArgs>;
}

/** Read-only outputs of an `EventDestination`. */
export type EventDestinationOutputs = LocatedOutputs;

const text = string({ required: true });

const secret = string({ required: true, secret: true });

const role = nested<CloudRoleArgs>()({ roleArn: text });

const creds = nested<CloudCredentialsArgs>()({
  cloudAccessKeyId: text,
  cloudSecretAccessKey: secret,
});

const auth = object(nested<CloudAuthArgs>()({ role: object(role), creds: object(creds) }), {
  required: true,
  exactlyOne: true,
});

const target = nested<EventTargetArgs>()({
  deliveryStream: object(nested<DeliveryStreamTargetArgs>()({ auth, deliveryStreamArn: text })),
  dataStream: object(nested<DataStreamTargetArgs>()({ auth, streamArn: text })),
  cloudLogs: object(nested<CloudLogsTargetArgs>()({ auth, logGroupArn: text })),
  monitoring: object(
    nested<MonitoringTargetArgs>()({
      apiKey: secret,
      tags: string(),
      service: string(),
      site: string(),
    }),
  ),
});

/** A target that events are serialized into (API reference: Event Destination). */
export const eventDestination = collection({
  type: "EventDestination",
  title: "Event Destination",
  path: "/event_destinations/{id}",
  member: "event_destinations",
  plural: "EventDestinations",
  fields: fields<EventDestinationArgs, EventDestinationOutputs>()({
    ...accountFields,
    format: oneOf(["json"], { required: true }),
    target: object(target, { required: true, exactlyOne: true }),
  }),
});
