import type { Definition } from "../../core/schema/definition";

/**
 * Run by the engine's provider process for as long as the resource exists. Constant, and as short as can be: state holds it
 * twice, where a double quote takes two characters. An error with a code is Node's own, of a package that is not there: its
 * stack would hide what to do.
 */
export const providerText = ({ name }: Definition): string =>
  `exports.handler=(p='pulumi-edge-ingress')=>{try{return require(p+'/provider-v1').${name}}` +
  "catch(e){e.stack='';if(e.code)e.message='install '+p+' in '+process.cwd();throw e}}";
