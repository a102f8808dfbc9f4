import { z } from "zod";
import { anything, dataBeside, text, values } from "../../support/data";
import { routeModules } from "./model";

const data = dataBeside(__filename, {
  values: anything,
  settings: z.record(z.enum([...routeModules, "mutualTls"]), z.array(values)),
  hidingPlaces: z.record(z.enum(routeModules), z.array(z.array(text))),
});

/** For each module, what it may have. */
export const settingsOf = data.settings;

/** For each module, paths of arguments that may be hidden. */
export const { hidingPlaces } = data;
