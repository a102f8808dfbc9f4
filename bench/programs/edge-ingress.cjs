// The program of both forms of this provider.
const edgeIngress = require("pulumi-edge-ingress");
const { declared } = require("./mix.cjs");

for (const { type, name, args } of declared()) {
  const Resource = /** @type {new (name: string, args: object) => object} */ (edgeIngress[type]);
  new Resource(name, args);
}
