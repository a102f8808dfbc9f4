import { describe, expect, it } from "vitest";
import * as resources from "../../src/core/definitions";
import { routeModules } from "../../src/core/definitions/modules";
import { createBody, fromAnswer, updateBody } from "../../src/core/schema/wire";
import { cases } from "../cases";
import { moduleCases } from "../cases/modules";

const fieldsOf = (type: string) => {
  const resource = Object.values(resources).find((candidate) => candidate.type === type);
  if (!resource) throw new Error(`no resource ${type}`);
  return resource.fields;
};

describe.each(cases)("the body of $type", ({ type, whole, life, also = [] }) => {
  it("is the golden one for each form of the arguments", () => {
    for (const { args, body } of [whole, life.minimal, ...also]) expect(createBody(fieldsOf(type), args)).toEqual(body);
  });
});

describe.each(moduleCases)("the body of the module $argument", ({ argument, minimal, whole, changed, also = [] }) => {
  it("is the golden one for each form of the arguments", () => {
    const fields = routeModules[argument as keyof typeof routeModules];
    for (const { args, body } of [minimal, whole, changed, ...also]) expect(createBody(fields, args)).toEqual(body);
  });
});

describe("the body of an update", () => {
  it("clears a removed text with an empty one, and anything else with null", () => {
    const body = updateBody(fieldsOf("AgentIngress"), { domain: "a" }, ["description", "certificateManagementPolicy"]);
    expect(body).toEqual({ description: "", certificate_management_policy: null });
  });
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
