import { tryEngineOptions } from "../../e2e/engine-options";

tryEngineOptions("typescript");
