import { expect } from "vitest";
import { withApi } from "./api";

/** Tests of the body and the content type of a response that a fault replaces. */

const test = withApi();

test.for([
  {
    errorBody: "json",
    type: "application/json",
    body: { error_code: "FAULT", msg: "planned fault" },
  },
  { errorBody: "html", type: "text/html", body: expect.stringContaining("<!doctype html>") },
  { errorBody: "text", type: "text/plain", body: expect.stringContaining("planned fault") },
] as const)(
  "a fault with a status alone has the body of the option $errorBody",
  async ({ errorBody, type, body }, { api, emulator }) => {
    emulator.configure({ errorBody });
    emulator.addFault({ status: 503 });
    const response = await api.send("GET", "/agent_ingresses");
    expect(response.status).toBe(503);
    expect(response.headers.get("content-type")).toContain(type);
    expect(response.body).toEqual(
      typeof body === "object" && "msg" in body ? expect.objectContaining(body) : body,
    );
  },
);

test("a fault with a body has the content type of the fault, else that of JSON, whatever the option", async ({
  api,
  emulator,
}) => {
  emulator.configure({ errorBody: "html" });
  emulator.addFault({ status: 200, body: "<p>", contentType: "text/html" });
  emulator.addFault({ status: 200, body: { a: 1 } });
  const page = await api.send("GET", "/agent_ingresses");
  expect([page.headers.get("content-type"), page.body]).toEqual(["text/html", "<p>"]);
  const json = await api.send("GET", "/agent_ingresses");
  expect([json.headers.get("content-type"), json.body]).toEqual(["application/json", { a: 1 }]);
});
