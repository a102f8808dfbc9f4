import { expect, it } from "vitest";
import { found } from "./inputs";
import { updated } from "./steps";

it("a certificate policy that becomes null is reported like a policy that is removed", () => {
  const domain = { domain: "agents.acme.com" };
  const managed = { ...domain, certificateManagementPolicy: { authority: "letsencrypt" } };
  const unmanaged = { ...domain, certificateManagementPolicy: null };
  const type = { type: "AgentIngress" };
  expect(found(updated(managed, domain, type))).toEqual(["high certificates-unmanaged"]);
  expect(found(updated(managed, unmanaged, type))).toEqual(["high certificates-unmanaged"]);
  expect(found(updated(unmanaged, domain, type))).toEqual([]);
});
