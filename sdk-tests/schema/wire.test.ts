import { describe, expect, it } from "vitest";
import { routeModules } from "../../src/core/definitions/modules";
import { createBody, fromWire, updateBody } from "../../src/core/schema/wire";
import { cases } from "../cases";
import { moduleCases } from "../cases/modules";
import { dataBeside, rows, text, values } from "../support/data";
import { resourceOf } from "../support/resources";

const { refused } = dataBeside(__filename, { refused: rows(values, text) });

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

it.each(forms)(
  "the body of $name is the golden one for each form of the arguments",
  ({ fields, stages }) => {
    for (const { args, body } of stages) expect(createBody(fields, args)).toEqual(body);
  },
);

it("the body of an update clears a removed text with an empty text, and any other value with null", () => {
  const body = updateBody(fieldsOf("AgentIngress"), { domain: "a" }, [
    "description",
    "certificateManagementPolicy",
  ]);
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
    expect(fromWire(fieldsOf("HttpsEdgeRoute"), answer).values).toEqual({
      backend: { enabled: true, backendId: "b" },
      backendRef: { id: "b", uri: "u" },
      ipRestriction: { enabled: false, ipPolicyIds: ["p"] },
      ipPolicies: [{ id: "p", uri: "v" }],
    });
  });

  it.each(refused)(
    "is refused where a member has another type than documented: %j",
    (answer, problem) => {
      expect(fromWire(fieldsOf("AgentIngress"), answer).problem).toContain(problem);
    },
  );
});
