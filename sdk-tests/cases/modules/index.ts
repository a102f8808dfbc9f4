import * as access from "./access";
import type { ModuleCase } from "./case";
import * as traffic from "./traffic";

/** One case for each module of a route: all that these files export. */
export const moduleCases: readonly ModuleCase[] = Object.values({ ...access, ...traffic });
