import type * as definitions from ".";

/** The names of the kinds of objects, as provider texts have them. */
export type ResourceName = keyof typeof definitions;
