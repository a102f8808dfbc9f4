/** The minimum length of a secret that is redacted. Shorter texts occur in ordinary words. */
const MIN_LENGTH = 4;

const REDACTED = "[secret]";

/** The number of consecutive characters that a text of another party shares with a secret only if it quotes the secret. */
const FRAGMENT_LENGTH = 8;

type Redactor = (text: string) => string;

/** Creates a function that redacts secrets in any of their spellings and in any letter case. */
export function createRedactor(secrets: Iterable<string>): Redactor {
  const spellings = collectSpellings(secrets);
  return (text) => replaceMarked(text, markSpellings(lowerCase(text), spellings));
}

/** Creates a function that redacts secrets and their fragments in a text of another party, which may quote a secret in part. */
export function createForeignRedactor(secrets: Iterable<string>): Redactor {
  const spellings = collectSpellings(secrets);
  const fragments = new Set([...spellings].flatMap(splitFragments));
  return (text) => {
    const lowered = lowerCase(text);
    const marks = markSpellings(lowered, spellings);
    for (const [start, fragment] of splitFragments(lowered).entries()) {
      if (fragments.has(fragment)) marks.fill(1, start, start + FRAGMENT_LENGTH);
    }
    return replaceMarked(text, marks);
  };
}

/** Returns a 1 for each character of a text that belongs to a spelling. */
function markSpellings(text: string, spellings: Iterable<string>): Uint8Array {
  const marks = new Uint8Array(text.length);
  for (const spelling of spellings) {
    let start = text.indexOf(spelling);
    while (start >= 0) {
      marks.fill(1, start, start + spelling.length);
      start = text.indexOf(spelling, start + 1);
    }
  }
  return marks;
}

/** Replaces each sequence of marked characters. */
function replaceMarked(text: string, marks: Uint8Array): string {
  let result = "";
  for (let index = 0; index < text.length; index++) {
    if (!marks[index]) result += text[index];
    else if (!marks[index - 1]) result += REDACTED;
  }
  return result;
}

/** Returns the fragments of a text. The index of a fragment is its start. */
const splitFragments = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - FRAGMENT_LENGTH + 1) }, (_, start) =>
    text.slice(start, start + FRAGMENT_LENGTH),
  );

/** Converts a text to lower case. Each character keeps its index, so letters whose lower case has another length stay. */
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

/** Lists the spellings of a secret: in both forms of Unicode, in JSON, in URLs, and in names that are derived from domains. */
const listSpellings = (secret: string): string[] => [
  secret,
  secret.normalize("NFC"),
  secret.normalize("NFD"),
  secret.trim(),
  JSON.stringify(secret).slice(1, -1),
  lowerCase(encodeURIComponent(secret.toWellFormed())),
  secret.replaceAll(".", "-"),
];
