import type { Row } from "../../support/where-it-runs";
import { packageManagers } from "./package-managers";
import { packages } from "./packages";
import { projects } from "./projects";
import { services } from "./services";
import { stacks } from "./stacks";
import { temporaryFolders } from "./temporary-folders";
import { users } from "./users";

/** All places, in the order of the table in docs/compatibility.md. */
export const places: readonly Row[] = [
  ...users,
  ...temporaryFolders,
  ...projects,
  ...packages,
  ...packageManagers,
  ...services,
  ...stacks,
];
