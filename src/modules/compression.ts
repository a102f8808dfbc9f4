import { type ModuleArgs, module } from "./common";

/** Compresses responses (API reference: compression). */
export interface CompressionArgs extends ModuleArgs {}

export const compression = module;
