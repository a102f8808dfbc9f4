import { afterEach, beforeEach, describe, it, vi } from "vitest";
import { type Clock, systemClock } from "../../src/core/client/wait";
import type { Values } from "../../src/core/schema/values";
import { type Emulator, startEmulator } from "../../src/emulator";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { expectFileSnapshot } from "../support/file-snapshot";
import { unwrapped } from "../support/in-process-dynamic";
import { Places } from "../support/places";
import { resourceOf } from "../support/resources";
import { dynamicLife, type Life, pluginLife } from "./lives";
import { Notes } from "./notes";

/**
 * The state, the requests and the previews of a life of every resource, in both forms, word for word: a change of the
 * code without a change of behavior changes no line. `npx vitest run sdk-tests/goldens -u` writes the files again for a
 * review.
 */

let emulator: Emulator;
let places: Places;

beforeEach(async () => {
  takeNoTime(systemClock);
  emulator = await startEmulator();
  places = await Places.create(emulator, cases, ["life", "marked"]);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await emulator.close();
});

/**
 * Skips waits: the provider checks several times, a second apart, that an object is gone, and a golden shows the
 * requests without the seconds.
 */
const takeNoTime = (clock: Clock) => vi.spyOn(clock, "sleep").mockResolvedValue(undefined);

const forms = {
  dynamic: async ({ type }: ResourceCase) => {
    const life = await dynamicLife(emulator, resourceOf(type).definition.name);
    // A dynamic life loads its modules again, so this is a different clock.
    takeNoTime((await import("../../src/core/client/wait.js")).systemClock);
    return life;
  },
  plugin: ({ type }: ResourceCase) => pluginLife(emulator, type),
};

type Begin = (testCase: ResourceCase) => Promise<Life>;

/** Modules that are separate resources share their code, so these types represent all of them. */
const MODULES = ["HttpsEdgeRouteOAuth", "HttpsEdgeTlsTermination", "TcpEdgeBackend"];

const subjects = cases.filter(
  ({ type }) => resourceOf(type).definition.kind === "collection" || MODULES.includes(type),
);

/** Creates with the required arguments, changes in place, changes out of band, and deletes. */
async function live(
  notes: Notes,
  testCase: ResourceCase,
  begin: Begin,
  role: string,
): Promise<void> {
  await using life = await begin(testCase);
  const place = places.of(testCase, role);
  const as = (args: Values) =>
    role === "marked" ? life.marked({ ...place, ...args }) : { ...place, ...args };
  const passed = (values: Values) => (life.preview ? values : (unwrapped(values) as Values));
  const { minimal, ...stages } = testCase.life;
  let args = as(role === "marked" ? testCase.whole.args : minimal.args);
  emulator.clearRequests();
  notes.add("check", await life.check(undefined, args));
  if (life.preview) notes.add("preview", await life.preview("", undefined, args));
  const created = await life.create(args);
  notes.add(`create ${created.id}`, created.outputs);
  let state = created.outputs;
  for (const [name, stage] of Object.entries(stages)) {
    const [olds, news] = [args, as(stage.args)];
    notes.title(name);
    notes.add("check", await life.check(passed(olds), news));
    notes.add("diff", await life.diff(created.id, passed(state), news));
    if (life.preview) notes.add("preview", await life.preview(created.id, passed(state), news));
    const updated = await life
      .update(created.id, passed(state), news)
      .catch((error: Error) => error.message);
    notes.add("update", updated);
    if (typeof updated === "object") [args, state] = [news, updated];
  }
  notes.title("changed by another party");
  emulator.edit(testCase.path(created.id, { ...place, ...minimal.args }), testCase.drift.members);
  // The deletion is in a separate run, because after an update that fails, a run deletes nothing.
  await using later = await begin(testCase);
  const read = await later.read(created.id, passed(state));
  notes.add("read", read);
  await later.delete(created.id, passed(state));
  notes.add(
    "deleted",
    emulator.objects().filter(({ path }) => path.endsWith(`/${created.id}`)).length,
  );
  notes.add("read", await later.read(created.id, passed(state)));
}

describe.each(Object.entries(forms))("in the form %s", (form, begin) => {
  it.each(subjects.map((testCase) => [testCase.type, testCase] as const))(
    "%s lives as it has lived",
    async (type, testCase) => {
      const notes = new Notes(emulator);
      for (const role of ["life", "marked"]) {
        notes.title(
          role === "life"
            ? "created with the required arguments"
            : "created with all arguments, each marked",
        );
        await live(notes, testCase, begin, role);
      }
      await expectFileSnapshot(notes.text, `${form}/${type}.txt`);
    },
  );
});
