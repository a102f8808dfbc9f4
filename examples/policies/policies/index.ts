import { EdgeIngressPolicies } from "pulumi-edge-ingress/policy";

new EdgeIngressPolicies({
  all: "advisory",
  "route-protected": { enforcementLevel: "mandatory", exceptions: ["/health"] },
  "no-public-mail-domain": "mandatory",
  "no-weak-algorithm": "mandatory",
  "tls-minimum": { enforcementLevel: "mandatory", version: "1.2" },
  "session-maximum": { maximumDuration: 28_800 },
  "no-adopt": "disabled",
});
