import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, it } from "vitest";
import { ProtectedRoute } from "./protected-route.js";

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
    call: ({ inputs }) => inputs,
  }),
);

const known = <T>(output: pulumi.Output<T>): Promise<T> =>
  new Promise((resolve) => output.apply(resolve));

it("the login is on the route", async () => {
  const { route, login } = new ProtectedRoute("admin", {
    match: "/admin",
    organization: "example",
  });
  expect(await known(login.routeId)).toBe(await known(route.id));
});

it("the login asks for the organization", async () => {
  const { login } = new ProtectedRoute("admin", { match: "/admin", organization: "example" });
  expect(await known(login.provider)).toEqual({ provider1: { organizations: ["example"] } });
});
