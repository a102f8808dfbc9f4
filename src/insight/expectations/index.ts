import { AssertionError } from "node:assert";
import { readIngress } from "../change/read";
import { onlyEdge } from "../ingress/answers";
import type { Ingress } from "../ingress/ingress";
import {
  type AllowedUsers,
  type Claims,
  checkedExpectations,
  type Expectation,
} from "./expectation";
import { judgeExpectation } from "./judge";

export type { AllowedUsers, Claims, Expectation } from "./expectation";

/** A module that decides who gets in, or `any`. */
export type Protection = NonNullable<Claims["protectedBy"]>[number];

/** The requests to a path that an expectation is about. */
export interface RequestOptions {
  /** Id of the HTTPS edge. Default: the only edge of the stack. */
  readonly edge?: string;
  /** Host of the request. Default: every host. */
  readonly host?: string;
  /** `every`: the expectation must hold for each route that matches. Default: `narrowest`. */
  readonly routes?: "narrowest" | "every";
}

/** Expectations of the requests to a path. Each method throws an `AssertionError` if its expectation does not hold. */
export interface PathExpectations {
  /** The route or its edge requires at least one of the modules, at full strength. */
  toRequire(...modules: readonly [Protection, ...Protection[]]): void;
  /** Logins admit no other users. */
  toAllowOnly(users: AllowedUsers): void;
  /** The route has this resource name, or this backend. */
  toBeServedBy(routeOrBackend: string): void;
  /** The edge accepts no older version of TLS. */
  toRequireTls(version: NonNullable<Claims["tls"]>): void;
  /** No protection is required. */
  toBeOpen(): void;
}

/** Expectations of a stack. */
export interface IngressExpectations {
  path(path: string, options?: RequestOptions): PathExpectations;
}

/**
 * Expectations of a stack, for tests.
 *
 * @param stack The output of `pulumi stack export`, or of `pulumi preview --json --show-sames`: as text, or parsed.
 * @throws {Error} if it is something else.
 */
export function expectIngress(stack: string | object): IngressExpectations {
  const text = typeof stack === "string" ? stack : JSON.stringify(stack);
  const ingress = readIngress("the stack", text);
  return { path: (path, options = {}) => expectationsOf(ingress, path, options) };
}

const ADVICE = 'name the edge, such as path("/", { edge: "edghts_1" })';

function expectationsOf(ingress: Ingress, path: string, options: RequestOptions): PathExpectations {
  // No compiler checks the options of a test in JavaScript. An expectation for another stack would be judged in no stack.
  if ("stack" in options)
    throw new Error(
      "options.stack: expectIngress judges the stack that it receives; remove the option",
    );
  const request = { ...options, path, edge: options.edge ?? onlyEdge(ingress, ADVICE) };
  // The trace of an error begins at the caller of `caller`, which is the line of the test.
  const expect = (claims: Claims, caller: (...args: never[]) => void) => {
    const [expectation] = checkedExpectations({ expectations: [{ ...request, expect: claims }] });
    const result = judgeExpectation(expectation as Expectation, ingress);
    if (result.outcome === "holds") return;
    const lines = [`${path} on edge ${request.edge}:`, ...result.reasons, ...result.explanation];
    const compared = { actual: result.outcome, expected: "holds", operator: "expectIngress" };
    throw new AssertionError({ message: lines.join("\n  "), ...compared, stackStartFn: caller });
  };
  const expectations: PathExpectations = {
    toRequire: (...modules) => expect({ protectedBy: [...modules] }, expectations.toRequire),
    toAllowOnly: (users) => expect({ allows: users }, expectations.toAllowOnly),
    toBeServedBy: (name) => expect({ servedBy: name }, expectations.toBeServedBy),
    toRequireTls: (version) => expect({ tls: version }, expectations.toRequireTls),
    toBeOpen: () => expect({ open: true }, expectations.toBeOpen),
  };
  return expectations;
}
