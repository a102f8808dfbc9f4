import { describe, expect, it } from "vitest";
import { OutcomeUnknownError } from "../../src/core/client/errors";
import * as definitions from "../../src/core/definitions";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import { ResourceInitFailed, type ResourceState } from "../../src/core/lifecycle/resource";
import type { Definition } from "../../src/core/schema/definition";
import type { WireObject } from "../../src/core/schema/values";
import { requiredMembers } from "../../src/core/schema/wire";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { halfMadeBy } from "../support/failure";
import { resourceOf, resources } from "../support/resources";
import { serverWithPlaces } from "../support/server-with-places";

/**
 * Responses with a status of success that are not the requested object: of a gateway, a proxy, or a faulty service.
 * After every request, the state has to be complete, and a healthy service afterwards shows no change.
 */

const isCollection = ({ place, type }: ResourceCase): boolean =>
  place === undefined || type === "HttpsEdgeRoute";

/** The members that each response about an object has. */
const REQUIRED = new Set(
  Object.values<Definition>(definitions).flatMap(({ fields }) => requiredMembers(fields)),
);

interface Answer {
  readonly name: string;
  /** Without this function, the response has no body. */
  readonly answer?: (body: WireObject) => unknown;
  /** The problem in the message. */
  readonly problem: RegExp;
  readonly isFor?: (testCase: ResourceCase) => boolean;
}

const answers: readonly Answer[] = [
  { name: "an empty object", answer: () => ({}), problem: /the answer (has no id|is empty)/ },
  { name: "null", answer: () => null, problem: /the answer is empty/ },
  { name: "204", problem: /the answer is empty/ },
  {
    name: "an error with status 200",
    answer: () => ({ error: "upstream unavailable" }),
    problem: /the answer has no (id|member of the module)/,
  },
  { name: "an array", answer: (body) => [body], problem: /the answer is not a JSON object/ },
  {
    name: "another object",
    answer: (body) => ({ ...body, id: "other_1" }),
    problem: /the answer is about another object/,
    isFor: isCollection,
  },
  {
    name: "an object of another edge",
    answer: (body) => ({ ...body, edge_id: "edge_other" }),
    problem: /the answer is about another object/,
    isFor: ({ type }) => type === "HttpsEdgeRoute",
  },
  {
    name: "an object without a required member",
    answer: (body) =>
      Object.fromEntries(Object.entries(body).filter(([name]) => !REQUIRED.has(name))),
    problem: new RegExp(`the answer has no (${[...REQUIRED].join("|")})`),
    isFor: isCollection,
  },
];

const server = serverWithPlaces(["subject"]);
const { api } = server;

async function make(testCase: ResourceCase) {
  const args = { ...server.places.of(testCase, "subject"), ...testCase.life.minimal.args };
  const made = await lifecycle.create(resourceOf(testCase.type), api(), args);
  const path = testCase.path(made.id, args);
  const body = server.emulator.objects().find((each) => each.path === path)?.body ?? {};
  return { ...made, args, path, body };
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

describe.each(answers)("$name in place of", ({ answer, problem, isFor }) => {
  const chosen = cases.filter((each) => isFor?.(each) ?? true);
  const faultOf = (body: WireObject) =>
    answer ? { status: 200, body: answer(body) } : { status: 204 };

  describe.each(chosen)("$type", (testCase) => {
    const resource = resourceOf(testCase.type);

    it("fails a refresh, and a look-up", async () => {
      const subject = await make(testCase);
      server.emulator.addFault({
        ...faultOf(subject.body),
        method: "GET",
        path: subject.path,
        times: "always",
      });
      const message = new RegExp(`^GET /.*${problem.source}`);
      await expect(lifecycle.read(resource, api(), subject)).rejects.toThrow(message);
      await expect(lifecycle.lookUp(resource, api(), subject.id, subject.args)).rejects.toThrow(
        message,
      );
      await expectUntouched(testCase, subject);
    });

    it("leaves an update unknown: the truth is looked at, and nothing is planned to be replaced", async () => {
      const subject = await make(testCase);
      const method = testCase.methods.update[0] as "PATCH" | "PUT";
      const inputs = { ...subject.args, ...testCase.life.changed.args };
      server.emulator.addFault({
        ...faultOf(subject.body),
        method,
        path: subject.path,
        when: "after",
      });
      const error = await halfMadeBy(lifecycle.update(resource, api(), subject, inputs));
      expect(error.message).toMatch(problem);
      expect(lifecycle.diffState(resource, error.state ?? {}, inputs)).toMatchObject({
        changed: [],
        replaces: [],
      });
    });

    it("deletes nothing that stays, and forgets nothing of it", async () => {
      const subject = await make(testCase);
      server.emulator.addFault({
        ...faultOf(subject.body),
        method: "GET",
        path: subject.path,
        times: "always",
      });
      server.emulator.addFault({
        status: 200,
        body: { deleted: false },
        method: "DELETE",
        path: subject.path,
      });
      const message = "the answer has a body, and so does not confirm the deletion";
      await expect(lifecycle.remove(resource, api(), subject)).rejects.toThrow(message);
      await expectUntouched(testCase, subject);
    });

    it("leaves a create unknown, of which nothing is lost", async () => {
      const args = { ...server.places.of(testCase, "subject"), ...testCase.life.minimal.args };
      const other = { domain: "other.example.com", match: "/other", description: "other" };
      const body = { ...testCase.life.minimal.body, ...other };
      const method = testCase.methods.create.at(-1) as "POST" | "PUT";
      server.emulator.addFault({ ...faultOf(body), method, when: "after" });
      const made = await lifecycle.create(resource, api(), args).catch((error: Error) => error);
      const path =
        server.emulator.objects().find(({ path: at }) => !server.places.isForeign(at))?.path ?? "";
      if (made instanceof ResourceInitFailed) expect(testCase.path(made.id, args)).toBe(path);
      else if (made instanceof OutcomeUnknownError)
        expect(made.message).toContain("look for the route");
      else expect(testCase.path((made as ResourceState).id, args)).toBe(path);
    });
  });
});

it.each(cases)(
  "a deletion whose response has a body is done if the $type is deleted",
  async (testCase) => {
    const subject = await make(testCase);
    server.emulator.addFault({ method: "DELETE", path: subject.path, when: "after", body: {} });
    await lifecycle.remove(resourceOf(testCase.type), api(), subject);
    expect(server.emulator.objects().some(({ path }) => path === subject.path)).toBe(false);
  },
);

describe("an answer of a create", () => {
  const args = { domain: "a.example.com" };

  it.each([
    ["an id that is not well-formed", { id: "../../x", ...args }],
    [
      "an object that was there before, even if it looks like the new one,",
      { id: "agin_old", domain: "b.example.com", created_at: "2020-01-01T00:00:00Z" },
    ],
  ])("with %s leads to a look into the list", async (_, body) => {
    server.emulator.addFault({ method: "POST", when: "after", body });
    const { id } = await lifecycle.create(resources.agentIngress, api(), args);
    expect(server.emulator.objects().filter(({ kind }) => kind === "agent_ingress")).toMatchObject([
      { body: { id } },
    ]);
  });

  const { agentIngress, sshCertificateAuthority } = resources;

  it.each([
    [
      "of which nothing can be compared is",
      2,
      sshCertificateAuthority,
      {},
      { public_key: "ssh-ed25519 AAAA" },
    ],
    [
      "of which nothing can be compared is",
      -2,
      sshCertificateAuthority,
      {},
      { public_key: "ssh-ed25519 AAAA" },
    ],
    [
      "in another spelling is",
      0,
      agentIngress,
      { domain: "m\u00fcnchen.example" },
      { domain: "xn--mnchen-3ya.example" },
    ],
  ])(
    "%s the object's, with clocks that differ by %i h",
    async (_, hours, resource, inputs, members) => {
      const body = {
        id: `new_${hours}`,
        created_at: new Date(Date.now() + hours * 3_600_000).toISOString(),
        ...members,
      };
      server.emulator.addFault({ method: "POST", body });
      expect((await lifecycle.create(resource, api(), inputs)).id).toBe(`new_${hours}`);
    },
  );
});

describe("an answer about an object that is known", () => {
  it("with another domain fails, and plans no replacement", async () => {
    const made = await lifecycle.create(resources.agentIngress, api(), { domain: "a.example.com" });
    const body = { ...server.emulator.objects().at(-1)?.body, domain: "b.example.com" };
    server.emulator.addFault({ method: "GET", status: 200, body });
    const message = "the answer has another domain, which an object keeps for good";
    await expect(lifecycle.read(resources.agentIngress, api(), made)).rejects.toThrow(message);
  });

  const login = cases.find(({ type }) => type === "HttpsEdgeRouteOAuth") as ResourceCase;

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
    const modules = cases.filter((each) => !isCollection(each));

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
        const testCase = modules.find(({ type }) => type === "TcpEdgeBackend") as ResourceCase;
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
