/* The types of the arguments and outputs in programs. A test fails if a type is missing here. */
export type * from ".";
export type * from "./common";
export type * from "./modules";
export type * from "./settings";
