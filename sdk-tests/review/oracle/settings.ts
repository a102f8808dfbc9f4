import { join } from "node:path";
import { z } from "zod";
import { readData } from "../../support/data";
import { routeModules } from "./model";

const settings = z.array(z.record(z.string(), z.unknown()));
const data = readData(
  join(__dirname, "settings.yaml"),
  z.strictObject({
    values: z.unknown(),
    settings: z.record(z.enum([...routeModules, "mutualTls"]), settings),
    hidingPlaces: z.record(z.enum(routeModules), z.array(z.array(z.string()))),
  }),
);

/** For each module, what it may have. */
export const settingsOf = data.settings;

/** For each module, paths of arguments that may be hidden. */
export const { hidingPlaces } = data;
