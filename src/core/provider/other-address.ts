import { addressOutsideBaseUrl, baseUrlDigest, displayBaseUrl } from "../schema/object-address";
import type { Values } from "../schema/values";
import type { Call } from "./call";

/**
 * A digest of the base URL, if the service shows an object at an address that is not below it, as it does behind a gateway. The
 * state keeps it beside the object, so that such an object differs from an object that was made at another base URL. The base
 * URL itself may be a secret.
 */
export function servedBy(call: Call, outputs: Values): string | undefined {
  const place = otherPlaceOf(call, outputs);
  return place && baseUrlDigest(place.base);
}

/**
 * Warns of an object that was made at another base URL than the one that is configured now. The engine does not ask a
 * dynamic provider what a changed setting means, so that everything would look unchanged, and then gone.
 *
 * @param recorded What {@link servedBy} was when the service showed the object last. Undefined if it was made at an address
 *   below the base URL of that time, and in states of earlier versions.
 */
export function warnOfOtherAddress(
  call: Call,
  outputs: Values,
  recorded: string | undefined,
): void {
  const place = otherPlaceOf(call, outputs);
  if (!place || recorded === baseUrlDigest(place.base)) return;
  const { base, url } = place;
  const { warnedOrigins } = call.shared;
  if (warnedOrigins.has(url.origin)) return;
  warnedOrigins.add(url.origin);
  // Of the object's path, which may hold a secret, nothing is shown.
  const text =
    `the address of this ${call.resource.definition.type} is at ${url.origin}, which is not below edge-ingress:baseUrl ` +
    `(${displayBaseUrl(base)}), and those of others may be: if the base URL was changed, set the old one again to change or destroy ` +
    "what is there, because another base URL moves no object; if the service shows its objects at that address, run " +
    "`pulumi refresh`, which records that";
  call.log({ severity: "warning", text });
}

const otherPlaceOf = ({ shared }: Call, { uri }: Values) =>
  addressOutsideBaseUrl(shared.settings().values.baseUrl, uri);
