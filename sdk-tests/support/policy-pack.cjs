// A policy pack as users write it. Prints the port on which the engine would ask it.
const edge = require("pulumi-edge-ingress");
const { PolicyPack, validateResourceOfType } = require("@pulumi/policy");

/** @type {(new (name: string, args: never) => import("@pulumi/pulumi").Resource)[]} */
const classes = Object.values(edge).filter((value) => typeof value === "function");

new PolicyPack("each-class", {
  policies: classes.map((resourceClass) => ({
    name: resourceClass.name,
    description: "Reports every resource of the class.",
    enforcementLevel: "mandatory",
    validateResource: validateResourceOfType(resourceClass, (_args, { type }, report) => report(type)),
  })),
});
