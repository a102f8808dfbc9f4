/** The types that programs state arguments and read outputs with. One that is missing here fails a test. */
export type * from ".";
export type * from "./common";
export type * from "./modules";
export type * from "./settings";
