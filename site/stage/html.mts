/** Returns a text that neither HTML nor Markdown reads as mark-up. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"'*_[\]\\|`]/g, (character) => `&#${character.charCodeAt(0)};`);
