import { nested } from "../../schema/field";
import { type ModuleArgs, moduleFields } from "./common";

/** Compresses responses (API reference: compression). */
export interface CompressionArgs extends ModuleArgs {}

export const compression = nested<CompressionArgs>()({ ...moduleFields });
