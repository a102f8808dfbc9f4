import type { Definition } from "../schema/definition";

/**
 * Run by the engine's provider process for as long as the resource exists. Constant and short: state holds it twice. An
 * error with a code is Node's own, of a package that is not there: its stack would hide what to do.
 */
export const providerText = ({ name }: Definition): string =>
  `exports.handler=()=>{try{return require("pulumi-edge-ingress/provider-v1").${name}}` +
  'catch(e){e.stack="";if(e.code)e.message="install pulumi-edge-ingress in "+process.cwd();throw e}}';
