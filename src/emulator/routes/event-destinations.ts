import { complete } from "../project";
import {
  eventDestination,
  eventDestinationCreate,
  eventDestinationUpdate,
  eventTarget,
} from "../schemas/event-destination";
import { isWire, type Wire } from "../wire";
import type { Collection } from "./collection";

export const eventDestinations: Collection = {
  kind: "event_destination",
  noun: "an event destination",
  tag: "Event destinations",
  path: "/event_destinations",
  listMember: "event_destinations",
  idPrefix: "evdst",
  relativeUri: false,
  create: eventDestinationCreate,
  update: eventDestinationUpdate,
  read: eventDestination,
  build: written,
  change: written,
};

/** A target that is present replaces the whole stored one, so that two targets never mix. */
function written({ format, target }: Wire): Wire {
  return {
    ...(format === undefined ? {} : { format }),
    ...(isWire(target) ? { target: complete(eventTarget, target) } : {}),
  };
}
