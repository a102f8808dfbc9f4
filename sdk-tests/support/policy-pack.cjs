// A policy pack as users write it. Prints the port on which the engine would ask it.
const edge = require("pulumi-edge-ingress");
const { PolicyPack, validateResourceOfType } = require("@pulumi/policy");

/** @type {unknown[]} */
const exported = Object.values(edge);

/**
 * @param {unknown} value
 * @returns {value is new (name: string, args: never) => import("@pulumi/pulumi").Resource}
 */
const isClass = (value) => typeof value === "function" && "__pulumiType" in value;

new PolicyPack("each-class", {
  policies: exported.filter(isClass).map((resourceClass) => ({
    name: resourceClass.name,
    description: "Reports every resource of the class.",
    enforcementLevel: "mandatory",
    validateResource: validateResourceOfType(resourceClass, (_args, { type }, report) =>
      report(type),
    ),
  })),
});
