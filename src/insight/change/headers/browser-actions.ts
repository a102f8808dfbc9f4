import { type Item, isHidden } from "../../ingress/value";
import { partsOf } from "./comparison";

/**
 * Response headers on which browsers act, or proxies in front of the edge. A module sets the same value on every response, so every
 * client is affected.
 */

/** The effect of a header on every response. Effects of `effects.ts` have the same names. */
export type Action =
  /** Each page sends its visitor to another site. */
  | "visitorsRedirected"
  /** Requests, users or their data may go elsewhere, or responses may break. */
  | "headerActedOn"
  /** A reviewer should look at the header. */
  | "headerNoticed";

/** The effect of a constant value of a header on every response; `undefined` if nothing acts on it. */
export const actionOf = (name: string, value: Item): Action | undefined =>
  Object.hasOwn(actions, name) ? actions[name]?.(value) : undefined;

/** Headers of the upstream without which logins, redirects or the display of responses fail. */
const NEEDED = [
  "location",
  "set-cookie",
  "content-type",
  "content-encoding",
  "www-authenticate",
  "content-disposition",
];

export const isNeeded = (name: string): boolean => NEEDED.includes(name);

/** Decides about the action by the value of a header; `undefined` if nothing acts on the value. */
type ActionOn = (value: Item) => Action | undefined;

/** The headers by the standards and products that define them. */
const actions: Readonly<Record<string, ActionOn>> = {
  // RFC 9110, and Refresh of the HTML standard.
  location: always("headerActedOn"),
  refresh,
  "content-type": always("headerActedOn"),
  "content-encoding": always("headerActedOn"),
  "content-length": always("headerActedOn"),
  "content-range": always("headerActedOn"),
  "content-disposition": always("headerActedOn"),
  "transfer-encoding": always("headerActedOn"),
  "www-authenticate": always("headerActedOn"),
  "proxy-authenticate": always("headerActedOn"),
  link: ifElsewhere("headerNoticed"),
  // RFC 7838, and the W3C's standards on site data, service workers and reporting.
  "alt-svc": alternativeService,
  "clear-site-data": clearSiteData,
  "service-worker-allowed": always("headerActedOn"),
  "report-to": ifElsewhere("headerNoticed"),
  "reporting-endpoints": ifElsewhere("headerNoticed"),
  nel: always("headerNoticed"),
  sourcemap: ifElsewhere("headerNoticed"),
  // nginx, Apache, lighttpd and others serve a file or another address in place of the response.
  "x-accel-redirect": always("headerActedOn"),
  "x-sendfile": always("headerActedOn"),
  "x-lighttpd-send-file": always("headerActedOn"),
  "x-reproxy-url": always("headerActedOn"),
};

function always(action: Action): ActionOn {
  return () => action;
}

function ifElsewhere(action: Action): ActionOn {
  return (value) => (mayHaveHost(value) ? action : undefined);
}

/** True if a value contains an address with a host: with a scheme, or beginning with two slashes. */
const mayHaveHost = (value: Item): boolean =>
  isHidden(value) || /(^|[\s"'<=;,])([a-z][a-z\d+.-]*:)?\/\/[^/\s]/i.test(value);

/** Browsers go to the URL of a refresh. Without a URL, they load the page again. */
function refresh(value: Item): Action {
  if (isHidden(value)) return "headerActedOn";
  const url = /[;,]\s*(?:url\s*=\s*)?["']?(.*)$/is.exec(value)?.[1] ?? "";
  if (url === "") return "headerNoticed";
  return mayHaveHost(url) ? "visitorsRedirected" : "headerActedOn";
}

/** RFC 7838: an alternative is an authority, such as `h3="host:443"`. Without a host, it is another port of the same host. */
function alternativeService(value: Item): Action | undefined {
  if (isHidden(value)) return "headerActedOn";
  const withoutIPv6 = value.replaceAll(/="\[[^\]]*\]/g, '="address');
  return /="[^":]+(:\d*)?"/.test(withoutIPv6) ? "headerActedOn" : undefined;
}

/** Browsers fetch cached responses again. Everything else that the header clears is data of users. */
function clearSiteData(value: Item): Action {
  if (isHidden(value)) return "headerActedOn";
  const isOnlyCache = partsOf(value, ",").every((type) => type.toLowerCase() === '"cache"');
  return isOnlyCache ? "headerNoticed" : "headerActedOn";
}
