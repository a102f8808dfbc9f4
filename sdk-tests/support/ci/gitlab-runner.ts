import { parse, parseAllDocuments } from "yaml";
import { textOf } from "../files";
import { bash } from "./runner";

/** A runner of GitLab CI, for the component and the example: the scripts of a job run under bash, in one process. */

interface Job {
  readonly extends?: string;
  readonly needs?: readonly string[];
  readonly rules?: readonly { readonly if: string; readonly when?: string }[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly resource_group?: string;
  readonly artifacts?: {
    readonly paths: readonly string[];
    readonly reports?: Readonly<Record<string, string>>;
  };
}

export type Pipeline = Readonly<Record<string, Job>>;

export const readPipeline = (path: string): Pipeline => parse(textOf(path)) as Pipeline;

interface Component {
  readonly spec: {
    readonly inputs: Readonly<Record<string, { readonly default?: string | boolean }>>;
  };
}

/** The jobs of the component, with inputs. */
export function readComponent(inputs: Readonly<Record<string, string>>): Pipeline {
  const [head, jobs] = parseAllDocuments(textOf("templates/ingress-review.yml"));
  if (!head) throw new Error("the component has no inputs");
  const { spec } = head.toJS() as Component;
  const values = { ...inputs };
  for (const name of Object.keys(inputs))
    if (!(name in spec.inputs)) throw new Error(`the component has no input ${name}`);
  for (const [name, { default: value }] of Object.entries(spec.inputs)) {
    if (name in values) continue;
    if (value === undefined) throw new Error(`the component needs the input ${name}`);
    values[name] = String(value);
  }
  const text = String(jobs).replaceAll(
    /\$\[\[ inputs\.([\w-]+) \]\]/g,
    (_, name: string) => values[name] ?? "",
  );
  return parse(text) as Pipeline;
}

/** A job with the members of the jobs that it extends. */
function wholeJob(pipeline: Pipeline, name: string): Job {
  const job = pipeline[name];
  if (!job) throw new Error(`the pipeline has no job ${name}`);
  return job.extends === undefined ? job : { ...wholeJob(pipeline, job.extends), ...job };
}

type Variables = Readonly<Record<string, string>>;

/** A text with the values of variables, as GitLab expands them in the values of variables. */
const expanded = (text: string, variables: Variables): string =>
  text.replaceAll(/\$(\w+)/g, (_, name: string) => variables[name] ?? "");

/** True if a rule of the job holds: rules compare variables with texts or variables. */
function isIncluded({ rules = [] }: Job, variables: Variables): boolean {
  const value = (word: string) =>
    word.startsWith("$") ? variables[word.slice(1)] : word.replaceAll('"', "");
  return rules.some((rule) =>
    rule.if.split(" && ").every((comparison) => {
      const [left = "", right = ""] = comparison.split(" == ");
      return value(left) === value(right);
    }),
  );
}

/** Runs a job. Its code is undefined if no rule of the job holds. */
export async function runGitlabJob(
  pipeline: Pipeline,
  name: string,
  folder: string,
  environment: Variables,
): Promise<{ readonly code: number | null | undefined; readonly output: string }> {
  const job = wholeJob(pipeline, name);
  const known = { CI_PROJECT_DIR: folder, ...environment };
  const own = Object.entries(job.variables ?? {}).map(
    ([key, value]) => [key, expanded(value, known)] as const,
  );
  const variables = { ...known, ...Object.fromEntries(own), GITLAB_CI: "true" };
  if (!isIncluded(job, variables)) return { code: undefined, output: "" };
  const script = [...(job.before_script ?? []), ...(job.script ?? [])].join("\n");
  return bash(["-eo", "pipefail"], script, folder, variables);
}
