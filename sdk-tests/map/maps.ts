import { join } from "node:path";
import { z } from "zod";
import { readStackOrPreview } from "../../src/insight/change/read";
import { asHtml } from "../../src/insight/map/html";
import { asJson } from "../../src/insight/map/json";
import { asMermaid } from "../../src/insight/map/mermaid";
import { mapOf, mapOfPreview, type StackMap } from "../../src/insight/map/model";
import { asSvg } from "../../src/insight/map/svg";
import { exportOf, login, route } from "../expectations/stacks";
import type { Declared } from "../review/declared";
import { documentOf } from "../review/inputs";
import type { RawStep } from "../review/steps";
import { readData, replaced, text, values } from "../support/data";

export const formats = { html: asHtml, svg: asSvg, mermaid: asMermaid, json: asJson } as const;

export const mapIn = (document: string): StackMap => {
  const read = readStackOrPreview("it", document);
  return "state" in read ? mapOf(read.state) : mapOfPreview(read.preview);
};

const declared = z.strictObject({ type: text, name: text, args: values });

const { resources } = readData(
  join(__dirname, "maps.yaml"),
  z.strictObject({ resources: z.array(declared) }),
);

/** A stack with all parts of a map, and a text in every place where a program can write one. */
export const resourcesWith = (written: string): Declared[] =>
  replaced(resources, (value) =>
    typeof value === "string" ? value.replaceAll("TEXT", () => written) : value,
  ) as Declared[];

export const mapWith = (written: string): StackMap => mapIn(exportOf(resourcesWith(written)));

/** The map of a preview. */
export const mapOfSteps = (...steps: RawStep[]): StackMap => mapIn(documentOf(steps));

/** A stack with many routes. */
export const mapOfRoutes = (number: number): StackMap =>
  mapIn(
    exportOf(
      Array.from({ length: number }, (_, index) =>
        route(
          `route-${index}`,
          `/path-${index}`,
          index % 3 === 0 ? { oauth: login("acme.example") } : {},
        ),
      ),
    ),
  );
