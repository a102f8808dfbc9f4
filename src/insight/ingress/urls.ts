/** Addresses and hosts, compared by meaning. */

/** The address with its scheme and host in lower case, without the default port and without a slash at its end. */
export function canonicalUrl(text: string): string {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return trimmed;
  return new URL(trimmed).href.replace(/\/$/, "");
}

/** The host as DNS has it: in lower case, in ASCII, without a port and a trailing dot. */
export function canonicalHost(host: string): string {
  const name = host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
  return name !== "" && URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
}

export const isPlainHttp = (text: string): boolean => /^\s*http:/i.test(text);

/** True if the second address is the first with https in place of http. */
export const isSecured = (before: string, after: string): boolean =>
  isPlainHttp(before) && canonicalUrl(before.replace(/http:/i, "https:")) === canonicalUrl(after);
