import { type Item, isHidden } from "../../ingress/value";
import { partsOf } from "./comparison";

/** Response headers on which browsers, or proxies in front of the edge, act: a constant value does so for every response. */

/** The effect of a header on every response. The effects of headers have the same names. */
export type Action =
  /** Each page sends its visitor to another site. */
  | "visitorsRedirected"
  /** Requests, users or their data may go elsewhere, or responses may break. */
  | "headerActedOn"
  /** Worth a look. */
  | "headerWorthALook";

/** A host in a value: an address with a scheme, or one that begins with two slashes. */
const hasHost = (value: Item): boolean =>
  isHidden(value) || /(^|[\s"'<=;,])([a-z][a-z\d+.-]*:)?\/\/[^/\s]/i.test(value);

/** Browsers go to the URL of a refresh; without one, they load the page again. */
function refresh(value: Item): Action {
  if (isHidden(value)) return "headerActedOn";
  const url = /[;,]\s*(?:url\s*=\s*)?["']?(.*)$/is.exec(value)?.[1] ?? "";
  if (url === "") return "headerWorthALook";
  return hasHost(url) ? "visitorsRedirected" : "headerActedOn";
}

/** RFC 7838: `clear` ends alternatives, and an authority without a host is another port of the same host. */
const alternativeService = (value: Item): Action | undefined => {
  const isElsewhere =
    isHidden(value) || /="[^":]+(:\d*)?"/.test(value.replaceAll(/="\[[^\]]*\]/g, '="address'));
  return isElsewhere ? "headerActedOn" : undefined;
};

/** Cached responses are fetched again: they are no data of users. */
const clearSiteData = (value: Item): Action =>
  !isHidden(value) && partsOf(value, ",").every((type) => type.toLowerCase() === '"cache"')
    ? "headerWorthALook"
    : "headerActedOn";

const always =
  (action: Action) =>
  (_value: Item): Action =>
    action;

const ifElsewhere =
  (action: Action) =>
  (value: Item): Action | undefined =>
    hasHost(value) ? action : undefined;

/** The headers by the standards and products that define them. */
const actions: Readonly<Record<string, (value: Item) => Action | undefined>> = {
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
  link: ifElsewhere("headerWorthALook"),
  // RFC 7838, and the W3C's standards on site data, service workers and reporting.
  "alt-svc": alternativeService,
  "clear-site-data": clearSiteData,
  "service-worker-allowed": always("headerActedOn"),
  "report-to": ifElsewhere("headerWorthALook"),
  "reporting-endpoints": ifElsewhere("headerWorthALook"),
  nel: always("headerWorthALook"),
  sourcemap: ifElsewhere("headerWorthALook"),
  // nginx, Apache, lighttpd and others serve a file or another address in place of the response.
  "x-accel-redirect": always("headerActedOn"),
  "x-sendfile": always("headerActedOn"),
  "x-lighttpd-send-file": always("headerActedOn"),
  "x-reproxy-url": always("headerActedOn"),
};

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
