import type { Format } from "./field";

/** Strict, because an id becomes part of a path: no slash, no dots in front, nothing to escape. */
const ID = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the URL's host is this machine. */
export const isLoopback = (url: URL): boolean => LOOPBACK_HOST.test(url.hostname);

/** Why a text has not the form, to stand behind its path; `undefined` if it has. None repeats the text. */
export const formatProblem = (format: Format, text: string): string | undefined => formats[format](text);

const formats: { readonly [F in Format]: (text: string) => string | undefined } = {
  id: (text) =>
    ID.test(text) ? undefined : "is not a well-formed id: at most 128 letters, digits, hyphens, underscores and dots",
  visibleAscii: (text) => (/^[\x21-\x7e]+$/.test(text) ? undefined : "must be printable ASCII without spaces"),
  baseUrl: (text) => {
    const url = URL.parse(text);
    if (!url) return "must be an absolute URL";
    if (url.username || url.password || url.search || url.hash) return "must have no user, password, query or fragment";
    const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
    return isSafe ? undefined : "must begin with https:// (http:// is for loopback hosts alone)";
  },
};
