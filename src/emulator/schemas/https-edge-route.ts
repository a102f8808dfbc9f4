import { z } from "@hono/zod-openapi";
import { description, filledText, identity, metadata, shownTexts } from "./common";
import { routeModuleNames, routeModules } from "./modules";

const matchType = z.enum(["exact_path", "path_prefix"]);
const modules = (shape: "write" | "read") =>
  Object.fromEntries(routeModuleNames.map((name) => [name, routeModules[name][shape].nullish()]));

export const routeCreate = z
  .strictObject({ match_type: matchType, match: filledText, description, metadata, ...modules("write") })
  .openapi("HttpsEdgeRouteCreate");

export const routeUpdate = z
  .strictObject({
    match_type: matchType.optional(),
    match: filledText.optional(),
    description,
    metadata,
    ...modules("write"),
  })
  .openapi("HttpsEdgeRouteUpdate");

export const route = z
  .strictObject({
    edge_id: z.string(),
    ...identity,
    match_type: matchType,
    match: z.string(),
    ...shownTexts,
    ...modules("read"),
  })
  .openapi("HttpsEdgeRoute");
