import { addressOutsideBaseUrl, baseUrlDigest, displayBaseUrl } from "../schema/object-address";
import type { Values } from "../schema/values";
import type { Call } from "./call";

/**
 * Returns a digest of the base URL, if the service shows an object at an address that is not below the base URL, as it does behind
 * a gateway. The state stores the digest, so that the provider can detect an object that was created at another base URL. The
 * state does not store the base URL itself, which may be a secret.
 */
export function digestOfServingBase(call: Call, outputs: Values): string | undefined {
  const address = findOtherAddress(call, outputs);
  return address && baseUrlDigest(address.base);
}

/**
 * Warns of an object that was created at another base URL than the configured one. The engine does not ask a dynamic provider
 * about a changed setting, so all objects would first look unchanged, and then gone.
 *
 * @param recordedDigest The digest when the service last showed the object. Undefined if the address was below the base URL then,
 *   and in states of earlier versions.
 */
export function warnOfOtherAddress(
  call: Call,
  outputs: Values,
  recordedDigest: string | undefined,
): void {
  const address = findOtherAddress(call, outputs);
  if (!address || recordedDigest === baseUrlDigest(address.base)) return;
  const { base, url } = address;
  const { warnedOrigins } = call.context;
  if (warnedOrigins.has(url.origin)) return;
  warnedOrigins.add(url.origin);
  // The path of the object may contain a secret, so the message shows only the origin.
  const text =
    `the address of this ${call.resource.definition.type} is at ${url.origin}, which is not below edge-ingress:baseUrl ` +
    `(${displayBaseUrl(base)}), and those of others may be: if the base URL was changed, set the old one again to change or destroy ` +
    "what is there, because another base URL moves no object; if the service shows its objects at that address, run " +
    "`pulumi refresh`, which records that";
  call.log({ severity: "warning", text });
}

const findOtherAddress = ({ context }: Call, { uri }: Values) =>
  addressOutsideBaseUrl(context.settings().values.baseUrl, uri);
