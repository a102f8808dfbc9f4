import { describe, expect, it } from "vitest";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import type { WireObject } from "../../src/core/schema/values";
import { requiredMembers } from "../../src/core/schema/wire";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { partialFailureOf } from "../support/failure";
import { resourceOf, resources } from "../support/resources";
import { serverWithPlaces } from "../support/server-with-places";

/**
 * Responses with a status of success that are not the requested object: of a gateway, a proxy, or a faulty service.
 * `faults/matrix.test.ts` tries such responses to each request for each resource. These are responses that depend on
 * the object, and faults of several requests.
 */

const isCollection = ({ place, type }: ResourceCase): boolean =>
  place === undefined || type === "HttpsEdgeRoute";

const server = serverWithPlaces(["subject"]);
const { api } = server;

async function make(testCase: ResourceCase) {
  const args = { ...server.places.of(testCase, "subject"), ...testCase.life.minimal.args };
  const created = await lifecycle.create(resourceOf(testCase.type), api(), args);
  const path = testCase.path(created.id, args);
  const body = server.emulator.objects().find((object) => object.path === path)?.body ?? {};
  return { ...created, args, path, body };
}

type Subject = Awaited<ReturnType<typeof make>>;

/** Expects that the state does not differ from the object when the service has recovered. */
async function expectUntouched(testCase: ResourceCase, { id, state, args }: Subject) {
  server.emulator.clearFaults();
  const resource = resourceOf(testCase.type);
  const seen = await lifecycle.read(resource, api(), { id, state });
  expect(seen).toEqual({ id, state });
  expect(lifecycle.diffState(resource, state, args).changed).toEqual([]);
}

/** Lets each request about an object be answered with this body. */
const answerWith = ({ path }: Subject, body: unknown): void =>
  server.emulator.addFault({ method: "GET", path, status: 200, body, times: "always" });

const requiredOf = ({ type }: ResourceCase) => requiredMembers(resourceOf(type).definition.fields);

describe("an answer without a required member", () => {
  const required = cases
    .filter(isCollection)
    .flatMap((testCase) =>
      requiredOf(testCase).map((member) => ({ testCase, type: testCase.type, member })),
    );

  it.each(required)(
    "fails a refresh of $type if it has no $member",
    async ({ testCase, member }) => {
      const subject = await make(testCase);
      const { [member]: _, ...body } = subject.body;
      answerWith(subject, body);
      await expect(lifecycle.read(resourceOf(testCase.type), api(), subject)).rejects.toThrow(
        `the answer has no ${member}`,
      );
      await expectUntouched(testCase, subject);
    },
  );
});

const caseOf = (type: string) => cases.find((testCase) => testCase.type === type) as ResourceCase;

describe("an answer about a route of another edge", () => {
  const route = caseOf("HttpsEdgeRoute");

  it("fails a refresh and a look-up", async () => {
    const subject = await make(route);
    answerWith(subject, { ...subject.body, edge_id: "edge_other" });
    const message = /^GET \/.*the answer is about another object/;
    const { httpsEdgeRoute } = resources;
    await expect(lifecycle.read(httpsEdgeRoute, api(), subject)).rejects.toThrow(message);
    await expect(lifecycle.lookUp(httpsEdgeRoute, api(), subject.id, subject.args)).rejects.toThrow(
      message,
    );
    await expectUntouched(route, subject);
  });

  it("leaves an update incomplete, which reads the actual object", async () => {
    const subject = await make(route);
    const inputs = { ...subject.args, ...route.life.changed.args };
    const body = { ...subject.body, edge_id: "edge_other" };
    server.emulator.addFault({ method: "PATCH", when: "after", status: 200, body });
    const error = await partialFailureOf(
      lifecycle.update(resources.httpsEdgeRoute, api(), subject, inputs),
    );
    expect(error.message).toMatch(/the answer is about another object/);
    expect(
      lifecycle.diffState(resources.httpsEdgeRoute, error.state ?? {}, inputs).changed,
    ).toEqual([]);
  });
});

describe("a deletion that is not confirmed", () => {
  const answers = [
    { name: "empty objects", answer: () => ({}) },
    { name: "null", answer: () => null },
    { name: "errors", answer: () => ({ error: "upstream unavailable" }) },
    { name: "arrays", answer: (body: WireObject) => [body] },
    { name: "another object", answer: (body: WireObject) => ({ ...body, id: "other_1" }) },
  ];
  const types = ["AgentIngress", "HttpsEdgeRoute", "TcpEdgeBackend"];

  it.each(types.flatMap((type) => answers.map((members) => ({ type, ...members }))))(
    "keeps a $type if the service answers further requests with $name",
    async ({ type, answer }) => {
      const testCase = caseOf(type);
      const subject = await make(testCase);
      const { path } = subject;
      answerWith(subject, answer(subject.body));
      server.emulator.addFault({ method: "DELETE", path, status: 200, body: { deleted: false } });
      await expect(lifecycle.remove(resourceOf(type), api(), subject)).rejects.toThrow(
        "the answer has a body, and so does not confirm the deletion",
      );
      await expectUntouched(testCase, subject);
    },
  );
});

describe("an answer of a create", () => {
  const args = { domain: "a.example.com" };

  it.each([
    {
      title: "with an id that is not well-formed leads to a look into the list",
      body: { id: "../../x", ...args },
    },
    {
      title:
        "with an object that was there before, even if it looks like the new one, leads to a look into the list",
      body: { id: "agin_old", domain: "b.example.com", created_at: "2020-01-01T00:00:00Z" },
    },
  ])("$title", async ({ body }) => {
    server.emulator.addFault({ method: "POST", when: "after", body });
    const { id } = await lifecycle.create(resources.agentIngress, api(), args);
    expect(server.emulator.objects().filter(({ kind }) => kind === "agent_ingress")).toMatchObject([
      { body: { id } },
    ]);
  });

  const { agentIngress, sshCertificateAuthority } = resources;

  it.each([
    {
      title: "without a comparable member is about the object if the service's clock is 2 h ahead",
      hours: 2,
      resource: sshCertificateAuthority,
      inputs: {},
      members: { public_key: "ssh-ed25519 AAAA" },
    },
    {
      title: "without a comparable member is about the object if the service's clock is 2 h behind",
      hours: -2,
      resource: sshCertificateAuthority,
      inputs: {},
      members: { public_key: "ssh-ed25519 AAAA" },
    },
    {
      title: "in another spelling is about the object",
      hours: 0,
      resource: agentIngress,
      inputs: { domain: "m\u00fcnchen.example" },
      members: { domain: "xn--mnchen-3ya.example" },
    },
  ])("$title", async ({ hours, resource, inputs, members }) => {
    const body = {
      id: `new_${hours}`,
      created_at: new Date(Date.now() + hours * 3_600_000).toISOString(),
      ...members,
    };
    server.emulator.addFault({ method: "POST", body });
    expect((await lifecycle.create(resource, api(), inputs)).id).toBe(`new_${hours}`);
  });
});

describe("an answer about an object that is known", () => {
  it("with another domain fails, and plans no replacement", async () => {
    const created = await lifecycle.create(resources.agentIngress, api(), {
      domain: "a.example.com",
    });
    const body = { ...server.emulator.objects().at(-1)?.body, domain: "b.example.com" };
    server.emulator.addFault({ method: "GET", status: 200, body });
    const message = "the answer has another domain, which an object keeps for good";
    await expect(lifecycle.read(resources.agentIngress, api(), created)).rejects.toThrow(message);
  });

  const login = caseOf("HttpsEdgeRouteOAuth");

  it("that is a module in force without what its create requires fails", async () => {
    const subject = await make(login);
    server.emulator.addFault({
      method: "GET",
      path: subject.path,
      status: 200,
      body: { enabled: true },
    });
    await expect(lifecycle.read(resourceOf(login.type), api(), subject)).rejects.toThrow(
      "the answer has no provider",
    );
    await expectUntouched(login, subject);
  });

  it.each([{ enabled: false }, { enabled: null, provider: null }])(
    "that is a module as good as unset, %j, is drift while its route shows the module",
    async (body) => {
      const subject = await make(login);
      server.emulator.addFault({ method: "GET", path: subject.path, status: 200, body });
      expect(await lifecycle.read(resourceOf(login.type), api(), subject)).toMatchObject({
        id: subject.id,
      });
    },
  );
});

describe.each(["null", "empty"] as const)(
  "a service that shows an unset module as %s",
  (unsetModule) => {
    const modules = cases.filter((testCase) => !isCollection(testCase));

    it.each(modules)("shows that a $type was deleted", async (testCase) => {
      const subject = await make(testCase);
      server.emulator.configure({ unsetModule });
      server.emulator.remove(subject.path);
      expect(await lifecycle.read(resourceOf(testCase.type), api(), subject)).toBeUndefined();
      server.emulator.configure({ unsetModule: "404" });
    });

    it.each([1, 2, 3, "always"] as const)(
      "and that answers so %s is not believed",
      async (times) => {
        const testCase = caseOf("TcpEdgeBackend");
        const client = api();
        const subject = await make(testCase);
        // If the service is faulty for a moment, the base URL was verified before.
        if (times !== "always") await lifecycle.read(resourceOf(testCase.type), client, subject);
        server.emulator.addFault({
          method: "GET",
          status: 200,
          body: unsetModule === "null" ? null : {},
          times,
        });
        await expect(lifecycle.read(resourceOf(testCase.type), client, subject)).rejects.toThrow();
        await expectUntouched(testCase, subject);
      },
    );
  },
);
