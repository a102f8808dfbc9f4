import { expect } from "vitest";
import { withEmulator } from "../support/fixtures";
import { Place } from "../support/place";
import { preload } from "../support/preload";
import { asUser, giveTo, lacksOtherUsers, UNNAMED_ID } from "../support/unnamed-user";

/** A user id without a name, as containers and CI runners have it. */

const it = withEmulator();

it("a user without a name runs the operations of both forms, and is not warned", async ({
  emulator,
  skip,
}) => {
  const reason = lacksOtherUsers();
  if (reason) skip(reason);
  await using place = await Place.create(emulator, { wrap: asUser(UNNAMED_ID) });
  giveTo(UNNAMED_ID, place);
  const printed = await place.live();
  expect(printed).not.toMatch(/warning:|cannot share/);
});

it("every operation of both forms works if Node.js cannot name the user, the home or the machine", async ({
  emulator,
}) => {
  await using place = await Place.create(emulator, {
    environment: { NODE_OPTIONS: preload("failing-os") },
  });
  const printed = await place.live();
  expect(printed).not.toMatch(/warning:|cannot share/);
});
