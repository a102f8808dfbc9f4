const pulumi = require("@pulumi/pulumi");
const { AgentIngress } = require("pulumi-edge-ingress");

const config = new pulumi.Config();
const first = config.requireNumber("first");
const count = config.requireNumber("count");

for (let number = first; number < first + count; number += 1) {
  new AgentIngress(`host-${number}`, { domain: `host-${number}.example.com` });
}
