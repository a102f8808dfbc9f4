/** `edge-ingress import`: an existing account becomes a program and a stack. */
export { argumentTexts, help, options } from "./import/job";
export { run } from "./import/run";
