import { join } from "node:path";
import { z } from "zod";
import { type PolicyName, policies } from "../../src/insight/policy/policies";
import { type Declared, programOf } from "../review/declared";
import { readData } from "../support/data";

/** A program, with what a policy must find of it. */
export interface PolicyCase {
  readonly name: string;
  readonly policy: PolicyName;
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
  "metadata-keys": { keys: ["owner"] },
} as const;

const values = z.record(z.string(), z.unknown());
const program = z.strictObject({ violatedBy: z.string().optional(), program: values });
const names = z.enum(Object.keys(policies) as [PolicyName, ...PolicyName[]]);
const file = z.strictObject({ values, policies: z.partialRecord(names, z.record(z.string(), program)) });

/** Labelled programs: each is judged by its policy. `EDGE` and `DOMAIN` are its own. */
export const policyCases: readonly PolicyCase[] = Object.entries(
  readData(join(__dirname, "cases.yaml"), file).policies,
).flatMap(([policy, cases]) =>
  Object.entries(cases).map(([name, { violatedBy: at, program }]) => ({
    ...{ name, policy: policy as PolicyName, at, violates: at !== undefined },
    resources: programOf(program),
  })),
);

const destination = { type: "EventDestination", name: "audit", args: { format: "json", target: {} } };

/** Cases of what is judged of all resources of a stack together. */
export const wholeStacks = { without: programOf({}), with: [...programOf({}), destination] };
