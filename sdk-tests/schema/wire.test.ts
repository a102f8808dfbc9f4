import { describe, expect, it } from "vitest";
import { routeModules } from "../../src/core/definitions/modules";
import { createBody, fromAnswer, updateBody } from "../../src/core/schema/wire";
import { cases } from "../cases";
import { moduleCases } from "../cases/modules";
import { resourceOf } from "../support/resources";

const fieldsOf = (type: string) => resourceOf(type).definition.fields;

const forms = [
  ...cases.map(({ type, whole, life, also = [] }) => ({
    name: type,
    fields: fieldsOf(type),
    stages: [whole, life.minimal, ...also],
  })),
  ...moduleCases.map(({ argument, minimal, whole, changed, also = [] }) => ({
    name: `the module ${argument}`,
    fields: routeModules[argument as keyof typeof routeModules],
    stages: [minimal, whole, changed, ...also],
  })),
];

it.each(forms)("the body of $name is the golden one for each form of the arguments", ({ fields, stages }) => {
  for (const { args, body } of stages) expect(createBody(fields, args)).toEqual(body);
});

it("the body of an update clears a removed text with an empty one, and anything else with null", () => {
  const body = updateBody(fieldsOf("AgentIngress"), { domain: "a" }, ["description", "certificateManagementPolicy"]);
  expect(body).toEqual({ description: "", certificate_management_policy: null });
});

describe("an answer", () => {
  it("is read where the API has its values, in another place than a body has them", () => {
    const answer = {
      backend: { enabled: true, backend: { id: "b", uri: "u" } },
      ip_restriction: { enabled: false, ip_policies: [{ id: "p", uri: "v" }] },
      unknown_member: 7,
      compression: null,
    };
    expect(fromAnswer(fieldsOf("HttpsEdgeRoute"), answer).values).toEqual({
      backend: { enabled: true, backendId: "b" },
      backendRef: { id: "b", uri: "u" },
      ipRestriction: { enabled: false, ipPolicyIds: ["p"] },
      ipPolicies: [{ id: "p", uri: "v" }],
    });
  });

  it.each([
    [{ domain: 7 }, "the member domain of the answer has an unexpected type"],
    [{ ns_targets: ["a", 7] }, "the member ns_targets of the answer has an unexpected type"],
    [
      { certificate_management_policy: { authority: {} } },
      "the member certificate_management_policy.authority of the answer",
    ],
    [{ certificate_management_policy: "on" }, "the member certificate_management_policy of the answer"],
  ])("is refused where a member has another type than documented: %j", (answer, problem) => {
    expect(fromAnswer(fieldsOf("AgentIngress"), answer).problem).toContain(problem);
  });
});
