import { defineCollection } from "astro:content";
import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
import { z } from "astro/zod";

/** The home page has a command in its first screen. */
const extend = z.object({ try: z.object({ command: z.string(), note: z.string() }).optional() });

export const collections = {
  docs: defineCollection({ loader: docsLoader(), schema: docsSchema({ extend }) }),
};
