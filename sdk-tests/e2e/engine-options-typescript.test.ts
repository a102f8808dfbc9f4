import { tryEngineOptions } from "./engine-options";

tryEngineOptions("typescript");
