import { randomBytes } from "node:crypto";
import type { Values } from "../core/schema/values";

const PREFIX = "edge-ingress-conformance";
const MARK = new RegExp(`^${PREFIX}:[0-9a-f]{8}(?=$| )`);

export const newRunId = (): string => randomBytes(4).toString("hex");

/** The text by which a later run recognizes an object of a run, in its description or its metadata. */
export const markOf = (run: string): string => `${PREFIX}:${run}`;

/** The marked text of an object; undefined if no run has made the object. */
export const markedText = ({ description, metadata }: Values): string | undefined =>
  [metadata, description].find(
    (text): text is string => typeof text === "string" && MARK.test(text),
  );

/** A label of the domains of a run. */
export const domainLabel = (run: string): string => `${PREFIX}-${run}`;

/** The path that the routes of a run match. Nobody is expected to request it. */
export const matchOf = (run: string): string => `/${PREFIX}/${run}`;

export const isMatchOfRun = (match: unknown): boolean =>
  typeof match === "string" && match.startsWith(`/${PREFIX}/`);

/** A value that no service is expected to accept where it accepts only some. */
export const UNKNOWN_VALUE = PREFIX;
