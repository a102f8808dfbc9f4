import { join } from "node:path";
import { z } from "zod";
import type { PolicyName } from "../../src/insight/policy/configurations";
import { policies } from "../../src/insight/policy/policies";
import { type Declared, programOf } from "../review/declared";
import { readData } from "../support/data";

/** A program, with the expected violation of a policy. */
export interface PolicyCase<Policy extends string = PolicyName> {
  readonly name: string;
  readonly policy: Policy;
  readonly violates: boolean;
  readonly resources: readonly Declared[];
  /** The resource in the engine's report. */
  readonly at?: string | undefined;
  /** The text of the violation after the name of that resource. */
  readonly message?: string | undefined;
}

/** The configuration of the test; all other settings have their defaults. */
export const configuration = {
  "route-protected": { exceptions: ["/health", "/public/*"] },
  "tls-minimum": { version: "1.2" },
  "session-maximum": { maximumDuration: 3600 },
} as const;

const values = z.record(z.string(), z.unknown());
const program = z.strictObject({
  violatedBy: z.string().optional(),
  program: values.transform(programOf),
});
const programs = z.record(z.string(), program);
const names = z.enum(Object.keys(policies) as [PolicyName, ...PolicyName[]]);
const data = readData(
  join(__dirname, "cases.yaml"),
  z.strictObject({
    values,
    messages: z.record(z.string(), z.array(z.string())),
    policies: z.partialRecord(names, programs),
    own: z.record(z.string(), programs),
  }),
);

const messages = Object.entries(data.messages);

const messageOf = (name: string): string | undefined =>
  messages.find(([, cases]) => cases.includes(name))?.[0];

const casesOf = <Policy extends string>(
  all: { readonly [policy in Policy]?: z.infer<typeof programs> },
) =>
  (Object.entries(all) as [Policy, z.infer<typeof programs>][]).flatMap(([policy, cases]) =>
    Object.entries(cases).map(([name, { violatedBy: at, program: resources }]) => {
      return { name, policy, at, violates: at !== undefined, resources, message: messageOf(name) };
    }),
  );

/**
 * Labelled programs, by the policy that judges them. `EDGE` and `DOMAIN` are replaced by an edge and a domain of the
 * program.
 */
export const policyCases: readonly PolicyCase[] = casesOf(data.policies);

/** Labelled programs for the example policies in docs/policies.md. */
export const ownCases: readonly PolicyCase<string>[] = casesOf(data.own);

/** The cases as rows of `it.each`: policy, verdict and name, which form the title, and the case. */
export const titled = <Case extends PolicyCase<string>>(all: readonly Case[]) =>
  all.map(
    (policyCase) =>
      [
        policyCase.policy,
        policyCase.violates ? "refuses" : "accepts",
        policyCase.name,
        policyCase,
      ] as const,
  );
