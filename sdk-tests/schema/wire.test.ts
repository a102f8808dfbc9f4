import { describe, expect, it } from "vitest";
import { routeModules } from "../../src/core/definitions/modules";
import type { Table } from "../../src/core/schema/field";
import { boolean, uint32 } from "../../src/core/schema/rows";
import type { Values } from "../../src/core/schema/values";
import {
  createBody,
  fromWire,
  memberNames,
  requiredMembers,
  updateBody,
} from "../../src/core/schema/wire";
import { cases } from "../cases";
import { moduleCases } from "../cases/modules";
import { resourceOf } from "../support/resources";

/** Responses with a member whose type is not the documented type, and the message. */
const refused: readonly { answer: Values; problem: string }[] = [
  { answer: { domain: 7 }, problem: "the member domain of the answer has an unexpected type" },
  {
    answer: { ns_targets: ["a", 7] },
    problem: "the member ns_targets of the answer has an unexpected type",
  },
  {
    answer: { certificate_management_policy: { authority: {} } },
    problem: "the member certificate_management_policy.authority of the answer",
  },
  {
    answer: { certificate_management_policy: "on" },
    problem: "the member certificate_management_policy of the answer",
  },
];

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

describe("a response", () => {
  it("has values at other paths than the body of a request", () => {
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
    "is refused if a member has another type than documented: $answer",
    ({ answer, problem }) => {
      expect(fromWire(fieldsOf("AgentIngress"), answer).problem).toContain(problem);
    },
  );
});

describe("a response about an object of a type", () => {
  it("has the members without which it is about something else", () => {
    expect(requiredMembers(fieldsOf("AgentIngress"))).toEqual(["domain"]);
    expect(requiredMembers(fieldsOf("SshCertificateAuthority"))).toEqual(["public_key"]);
  });

  it("has members by the first part of the paths of its values", () => {
    expect(memberNames(fieldsOf("TcpEdgeBackend"))).toContain("backend");
    const names = memberNames(fieldsOf("HttpsEdgeMutualTls"));
    expect(names).toContain("certificate_authorities");
    expect(names.filter((name) => /[.[]/.test(name))).toEqual([]);
  });
});

it("a create without arguments sends the default that the API needs, and no other default", () => {
  const table: Table = {
    enabled: boolean({ default: true, sentWhenEmpty: true }),
    size: uint32({ default: 5 }),
  };
  expect(createBody(table, {})).toEqual({ enabled: true });
  expect(createBody(table, { size: 6 })).toEqual({ size: 6 });
});
