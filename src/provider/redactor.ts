/** Characters that a text needs to be recognized: shorter ones stand in ordinary words too. */
const MIN_LENGTH = 4;

const MASK = "[secret]";

/**
 * Takes secrets out of what the user is shown. No message is made from a secret; this is for the one that somebody
 * overlooks. Found are the secrets as they are, and as they stand in JSON and in URLs.
 */
export function redactor(secrets: Iterable<string>): (text: string) => string {
  const spellings = new Set([...secrets].flatMap(spellingsOf).filter(({ length }) => length >= MIN_LENGTH));
  return (text) => {
    const hidden = new Uint8Array(text.length);
    for (const spelling of spellings) {
      for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + 1)) {
        hidden.fill(1, at, at + spelling.length);
      }
    }
    return masked(text, hidden);
  };
}

const spellingsOf = (secret: string): string[] => [
  secret,
  secret.trim(),
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret.toWellFormed()),
];

function masked(text: string, hidden: Uint8Array): string {
  let shown = "";
  for (let at = 0; at < text.length; at++) {
    if (!hidden[at]) shown += text[at];
    else if (!hidden[at - 1]) shown += MASK;
  }
  return shown;
}
