/** Addresses in the form that equal ones share. */

/** Without what has no meaning: letter case of scheme and host, the default port, and a slash at the end. */
export function canonicalUrl(text: string): string {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return trimmed;
  return new URL(trimmed).href.replace(/\/$/, "");
}

export const isPlainHttp = (text: string): boolean => /^\s*http:/i.test(text);

/** Whether an address is another one with TLS in place of plain HTTP. */
export const isSecured = (before: string, after: string): boolean =>
  isPlainHttp(before) && canonicalUrl(before.replace(/http:/i, "https:")) === canonicalUrl(after);
