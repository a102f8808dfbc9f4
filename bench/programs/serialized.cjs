// Resources that do nothing, as Pulumi's documentation shows dynamic ones: a class with each of the operations, serialized into
// every resource.
const pulumi = require("@pulumi/pulumi");
const { declared } = require("./mix.cjs");

/** @typedef {Required<pulumi.dynamic.ResourceProvider>} Provider */

class NothingProvider {
  /** @type {Provider["create"]} */
  async create(inputs) {
    return { id: "nothing", outs: inputs };
  }

  /** @type {Provider["read"]} */
  async read(id, props) {
    return { id, props };
  }

  /** @type {Provider["diff"]} */
  async diff(_id, olds, news) {
    return { changes: olds.description !== news.description };
  }

  /** @type {Provider["update"]} */
  async update(_id, _olds, news) {
    return { outs: news };
  }

  async delete() {}
}

class Nothing extends pulumi.dynamic.Resource {}

const provider = new NothingProvider();
for (const { type, name, args } of declared(pulumi.secret))
  new Nothing(provider, name, args, {}, "benchmark", type);
