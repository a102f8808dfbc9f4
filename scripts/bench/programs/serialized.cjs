// Resources that do nothing, as Pulumi's documentation shows dynamic ones: their provider is serialized into each.
const pulumi = require("@pulumi/pulumi");
const { declared } = require("./mix.cjs");
const { marked } = require("./marked.cjs");

/** @type {pulumi.dynamic.ResourceProvider} */
const provider = {
  create: async (inputs) => ({ id: "nothing", outs: inputs }),
  update: async (_id, _olds, news) => ({ outs: news }),
};

class Nothing extends pulumi.dynamic.Resource {}

for (const { name, ...wanted } of declared()) {
  new Nothing(provider, name, marked(wanted), {}, "benchmark", wanted.type);
}
