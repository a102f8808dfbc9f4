/** Addresses, compared by meaning. */

/** The address with its scheme and host in lower case, without the default port and without a slash at its end. */
export function canonicalUrl(text: string): string {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return trimmed;
  return new URL(trimmed).href.replace(/\/$/, "");
}

export const isPlainHttp = (text: string): boolean => /^\s*http:/i.test(text);

/** Whether the second address is the first address with https in place of http. */
export const isSecured = (before: string, after: string): boolean =>
  isPlainHttp(before) && canonicalUrl(before.replace(/http:/i, "https:")) === canonicalUrl(after);
