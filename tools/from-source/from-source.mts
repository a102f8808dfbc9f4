// Builds programs of Pulumi where no release of Pulumi can be downloaded: README.md describes what is built and why.
// `tools/pulumi/obtain.mts` alone calls these functions.
export { buildCli, buildHost } from "./cli.mts";
export { obtainProgram, type Program } from "./go.mts";
export {
  findLanguageHosts,
  type LanguageHosts,
  obtainJavaHost,
  obtainJavaSdkgen,
  obtainLanguageHosts,
} from "./language-hosts.mts";
export { isCurrentHost } from "./nodejs-host.mts";
