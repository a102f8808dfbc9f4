// The same operations that do nothing, in a constant text, as short as it can be.
const pulumi = require("@pulumi/pulumi");
const { declared } = require("./mix.cjs");

const __provider =
  "exports.handler=()=>({create:async i=>({id:'nothing',outs:i}),read:async(id,props)=>({id,props})," +
  "diff:async(i,o,n)=>({changes:o.description!==n.description}),update:async(i,o,n)=>({outs:n}),delete:async()=>{}})";

class Nothing extends pulumi.CustomResource {
  /**
   * @param {string} type
   * @param {string} name
   * @param {object} args
   */
  constructor(type, name, args) {
    super(`pulumi-nodejs:dynamic/benchmark:${type}`, name, { ...args, __provider });
  }
}

for (const { type, name, args } of declared(pulumi.secret)) new Nothing(type, name, args);
