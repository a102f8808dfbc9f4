/** Characters that a text needs to be recognized: shorter ones stand in ordinary words too. */
const MIN_LENGTH = 4;

const REDACTED = "[secret]";

/** Characters in a row that a foreign text can share with a secret only by repeating it. */
const FRAGMENT_LENGTH = 8;

/** Takes secrets out of a text that the user is shown, in any of their spellings and in any letter case. */
export function createRedactor(secrets: Iterable<string>): (text: string) => string {
  const spellings = collectSpellings(secrets);
  return (text) => replaceMarked(text, markSpellings(lowerCase(text), spellings));
}

/** Takes secrets, and fragments of them, out of the text of another party, which may have cut or wrapped what it repeats. */
export function createForeignRedactor(secrets: Iterable<string>): (text: string) => string {
  const spellings = collectSpellings(secrets);
  const fragments = new Set([...spellings].flatMap(splitFragments));
  return (text) => {
    const lowered = lowerCase(text);
    const hidden = markSpellings(lowered, spellings);
    for (const [at, fragment] of splitFragments(lowered).entries()) {
      if (fragments.has(fragment)) hidden.fill(1, at, at + FRAGMENT_LENGTH);
    }
    return replaceMarked(text, hidden);
  };
}

/** Which characters of a text belong to one of the spellings. */
function markSpellings(text: string, spellings: Iterable<string>): Uint8Array {
  const hidden = new Uint8Array(text.length);
  for (const spelling of spellings) {
    for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + 1)) {
      hidden.fill(1, at, at + spelling.length);
    }
  }
  return hidden;
}

/** Every fragment of a text, at the index where it begins. */
const splitFragments = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - FRAGMENT_LENGTH + 1) }, (_, at) =>
    text.slice(at, at + FRAGMENT_LENGTH),
  );

/** Letters that have another length in lower case stay as they are: each character keeps its index. */
const lowerCase = (text: string): string =>
  text.replace(/\p{Lu}/gu, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });

const collectSpellings = (secrets: Iterable<string>): ReadonlySet<string> =>
  new Set(
    [...secrets]
      .flatMap((secret) => listSpellings(lowerCase(secret)))
      .filter(({ length }) => length >= MIN_LENGTH),
  );

/** A secret as it is, in both forms of Unicode, in JSON, in URLs, and in names that are made of domains. */
const listSpellings = (secret: string): string[] => [
  secret,
  secret.normalize("NFC"),
  secret.normalize("NFD"),
  secret.trim(),
  JSON.stringify(secret).slice(1, -1),
  lowerCase(encodeURIComponent(secret.toWellFormed())),
  secret.replaceAll(".", "-"),
];

function replaceMarked(text: string, hidden: Uint8Array): string {
  let shown = "";
  for (let at = 0; at < text.length; at++) {
    if (!hidden[at]) shown += text[at];
    else if (!hidden[at - 1]) shown += REDACTED;
  }
  return shown;
}
