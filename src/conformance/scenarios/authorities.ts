import { isSuccess } from "../../core/client/status";
import type { Values } from "../../core/schema/values";
import { authorities, objectPath } from "../made/collections";
import { objectsOf } from "../made/pages";
import { markOf } from "../mark";
import { requireSuccess } from "../requests/answers";
import {
  create,
  created,
  deleteAndCheck,
  elapsedText,
  isUrl,
  patch,
  patchAt,
  type Run,
  read,
  secondsUntil,
  shown,
} from "../run";
import { findAcceptedValues } from "./values";

/** SSH certificate authorities: keys, texts, and the life of an object. */
export async function tryAuthorities(run: Run): Promise<void> {
  const authority = await createRecord(run);
  await tryNewObject(run, authority);
  await tryTexts(run);
  await tryKeys(run);
}

/** Creates the authority that keeps the record of the run. It has no argument but its metadata. */
async function createRecord(run: Run): Promise<Values> {
  const { observations, record, session } = run;
  const answer = await session.post(authorities.path, { metadata: record.text });
  requireSuccess(`POST ${authorities.path}`, answer);
  record.keepIn(answer.members);
  const authority = created(run, `POST ${authorities.path}`, answer);
  observations.record("defaultKeyType", shown(authority.key_type));
  observations.record(
    "publicKey",
    shown(String(authority.public_key).split(" ", 1)[0]),
    /^[a-z0-9@.-]+ [A-Za-z0-9+/]+=*( .*)?$/.test(String(authority.public_key).trim()),
  );
  const isAbsolute = isUrl(authority.uri);
  observations.record("absoluteUris", isAbsolute ? "a URL" : "a path", isAbsolute);
  return authority;
}

/** Observes when a new object is found, and with which values. */
async function tryNewObject(run: Run, { id, metadata }: Values): Promise<void> {
  const { observations, session } = run;
  const path = objectPath(authorities, id);
  const startMs = performance.now();
  // The session waits for a new object.
  const answer = await session.get(path);
  const seconds = Math.floor((performance.now() - startMs) / 1_000);
  const isFound = isSuccess(answer.status);
  const found = isFound ? elapsedText(seconds) : `GET answers ${answer.status}`;
  observations.record("newObject", found, isFound);
  const isEqual =
    metadata === run.record.text && (!isFound || answer.members.metadata === metadata);
  observations.record(
    "createdValues",
    isEqual ? "the values that were sent" : "another `metadata` than was sent",
    isEqual,
  );
  await tryListing(run, id);
}

/** Observes when a new object is on its list. */
async function tryListing(run: Run, id: unknown): Promise<void> {
  const isListed = async () => {
    for await (const object of objectsOf(run.session, authorities))
      if (object.id === id) return true;
    return false;
  };
  const seconds = await secondsUntil(run, isListed);
  if (seconds === undefined)
    run.observations.record("lists", "a new object is not on its list after a minute", false);
}

const SPELLED = " Two  spaces\r\nand a line ";

/** Observes how texts are shown, changed, and cleared. */
async function tryTexts(run: Run): Promise<void> {
  const { observations } = run;
  const authority = await create(run, authorities, {});
  const path = objectPath(authorities, authority.id);
  const changed = await patch(run, path, { description: SPELLED });
  observations.record(
    "textSpelling",
    changed.description === SPELLED ? "as sent" : shown(changed.description),
  );
  const cleared = await patchAt(run, { point: "clearedText", path }, { description: "" });
  if (cleared) recordClearedText(run, authority, cleared);
  await tryTextLimit(run, path, { description: "d".repeat(256) });
  await read(run, path);
  await deleteAndCheck(run, authorities, authority.id);
}

function recordClearedText(run: Run, authority: Values, cleared: Values): void {
  const isCleared = cleared.description === "" || (cleared.description ?? null) === null;
  run.observations.record(
    "clearedText",
    `an empty text ${isCleared ? "clears" : "does not clear"} a description`,
    isCleared,
  );
  recordUnsetText(run, authority, cleared);
}

function recordUnsetText({ observations }: Run, unset: Values, cleared: Values): void {
  const texts = `${shown(unset.description)} when it was never set, ${shown(cleared.description)} after it was cleared`;
  observations.record("unsetText", texts);
  const choice = unsetTextOption(unset.description, cleared.description);
  if (choice) observations.setOption("unsetText", choice);
}

/** The option of the local server for a text that was never set, and for one that was cleared. */
function unsetTextOption(unset: unknown, cleared: unknown) {
  if (unset === null) return cleared === "" ? "as-written" : "null";
  if (unset === "") return "empty";
  return unset === undefined ? "absent" : undefined;
}

async function tryTextLimit(
  { observations, session }: Run,
  path: string,
  body: { readonly description: string },
): Promise<void> {
  const { status } = await session.patch(path, body);
  observations.record(
    "textLimits",
    `${status} for a description of 256 bytes`,
    status >= 400 && status <= 499,
  );
}

/** The curves that the local server accepts. */
const CURVES = ["nistp256", "nistp384", "nistp521"];

async function tryKeys(run: Run): Promise<void> {
  const { observations, session } = run;
  const createWith = async (members: object) => {
    const answer = await session.post(authorities.path, { metadata: markOf(run.id), ...members });
    if (isSuccess(answer.status)) await session.delete(objectPath(authorities, answer.members.id));
    return answer;
  };
  const rsa = await createWith({ private_key_type: "rsa", key_size: 2048 });
  const inputs = ["private_key_type", "elliptic_curve", "key_size"];
  const present = inputs.filter((name) => rsa.members[name] !== undefined);
  if (isSuccess(rsa.status))
    observations.record("creationInputs", present.length === 0 ? "absent" : present.join(", "));
  const short = await createWith({ private_key_type: "rsa", key_size: 1024 });
  observations.record("keySize", `${short.status} for a size of 1024`, !isSuccess(short.status));
  await findAcceptedValues(
    run,
    {
      point: "ellipticCurves",
      member: "elliptic_curve",
      known: CURVES,
      acceptedByDefault: CURVES,
    },
    async (curve) =>
      isSuccess((await createWith({ private_key_type: "ecdsa", elliptic_curve: curve })).status),
  );
}
