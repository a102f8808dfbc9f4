// Resources that do nothing, with the shortest text of a provider that Pulumi's host of dynamic resources takes.
const pulumi = require("@pulumi/pulumi");
const { declared } = require("./mix.cjs");
const { marked } = require("./marked.cjs");

const __provider = "exports.handler=()=>({create:async i=>({id:'nothing',outs:i}),update:async(i,o,n)=>({outs:n})})";

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

for (const { name, ...wanted } of declared()) new Nothing(wanted.type, name, marked(wanted));
