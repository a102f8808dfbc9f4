/** `edge-ingress import`: writes a program for an account, and imports the objects into a stack. */
export { argumentTexts, help, options } from "./import/job";
export { run } from "./import/run";
