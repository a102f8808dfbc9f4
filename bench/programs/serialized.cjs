// Resources that do nothing, as Pulumi's documentation shows dynamic ones: a class with each of the operations, serialized into
// every resource.
const pulumi = require("@pulumi/pulumi");
const { declared } = require("./mix.cjs");

/**
 * @typedef {Record<string, unknown>} Properties
 * @implements {pulumi.dynamic.ResourceProvider}
 */
class NothingProvider {
  /** @param {Properties} inputs */
  async create(inputs) {
    return { id: "nothing", outs: inputs };
  }

  /**
   * @param {string} id
   * @param {Properties} props
   */
  async read(id, props) {
    return { id, props };
  }

  /**
   * @param {string} _id
   * @param {Properties} olds
   * @param {Properties} news
   */
  async diff(_id, olds, news) {
    return { changes: olds.description !== news.description };
  }

  /**
   * @param {string} _id
   * @param {Properties} _olds
   * @param {Properties} news
   */
  async update(_id, _olds, news) {
    return { outs: news };
  }

  async delete() {}
}

class Nothing extends pulumi.dynamic.Resource {}

const provider = new NothingProvider();
for (const { type, name, args } of declared(pulumi.secret)) new Nothing(provider, name, args, {}, "benchmark", type);
