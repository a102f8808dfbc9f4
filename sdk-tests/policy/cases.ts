import { join } from "node:path";
import { z } from "zod";
import { type PolicyName, policies } from "../../src/insight/policy/policies";
import { type Declared, programOf } from "../review/declared";
import { readData } from "../support/data";

/** A program, with what a policy must find of it. */
export interface PolicyCase<Policy extends string = PolicyName> {
  readonly name: string;
  readonly policy: Policy;
  readonly violates: boolean;
  readonly resources: readonly Declared[];
  /** The resource that the engine names. */
  readonly at?: string | undefined;
}

/** What the test configures: the defaults, but for these. */
export const configuration = {
  "route-protected": { exceptions: ["/health", "/public/*"] },
  "tls-minimum": { version: "1.2" },
  "session-maximum": { maximumDuration: 3600 },
} as const;

const values = z.record(z.string(), z.unknown());
const program = z.strictObject({ violatedBy: z.string().optional(), program: values });
const programs = z.record(z.string(), program);
const names = z.enum(Object.keys(policies) as [PolicyName, ...PolicyName[]]);
const file = z.strictObject({
  values,
  policies: z.partialRecord(names, programs),
  own: z.record(z.string(), programs),
});

const data = readData(join(__dirname, "cases.yaml"), file);

const casesOf = <Policy extends string>(all: Partial<Record<Policy, z.infer<typeof programs>>>): PolicyCase<Policy>[] =>
  Object.entries<z.infer<typeof programs>>(all as Record<string, z.infer<typeof programs>>).flatMap(([policy, cases]) =>
    Object.entries(cases).map(([name, { violatedBy: at, program }]) => ({
      ...{ name, policy: policy as Policy, at, violates: at !== undefined },
      resources: programOf(program),
    })),
  );

/** Labelled programs: each is judged by its policy. `EDGE` and `DOMAIN` are its own. */
export const policyCases: readonly PolicyCase[] = casesOf(data.policies);

/** Labelled programs for the policies that docs/policies.md shows how to write. */
export const ownCases: readonly PolicyCase<string>[] = casesOf(data.own);

const destination = { type: "EventDestination", name: "audit", args: { format: "json", target: {} } };

/** Cases of what is judged of all resources of a stack together. */
export const wholeStacks = { without: programOf({}), with: [...programOf({}), destination] };
