import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { z } from "zod";
import { readData, text, values } from "../../support/data";
import { root, textOf } from "../../support/files";
import { FORMS, type FormName } from "../../support/forms";

/** The location of a program of a page in the documentation. */
const page = z.strictObject({
  page: text,
  /** True if the blocks of the page are parts of one program. Otherwise, each block is a program. */
  isOneProgram: z.boolean().default(false),
});

const program = z.strictObject({
  /** The folder below `examples`. */
  example: text.optional(),
  /** The project of an example that has several projects. */
  below: text.default("."),
  /** The files of the program. A program of pages has a file for each page. */
  files: z.array(text).default([]),
  pages: z.array(page).default([]),
  /** The location of the address and the key of the API. */
  settings: z.enum(["environment", "stack configuration", "explicit providers"]),
  /** Configuration of each stack. `$STACK` is its name, `$URL` the address of the server. */
  config: values.default({}),
  /** Constants that the text of a page does not define. */
  values: values.default({}),
  /** Another project of the example, which has to be deployed first. */
  needs: z.strictObject({ below: text, config: values.default({}) }).optional(),
  expectations: z.array(values).default([]),
  /** The only policies that the program violates. */
  violates: z.array(text).default([]),
  /** The only rules that have findings when a stack is created. */
  created: z.array(text).default([]),
});

export type EverydayProgram = z.infer<typeof program>;

const data = readData(
  join(__dirname, "programs.yaml"),
  z.strictObject({ programs: z.record(text, program), leftOut: z.record(text, text) }),
);

/** Examples and pages that are not among the programs, and the reason. */
export const { leftOut, programs } = data;

/** A file of a program in the documentation. */
export interface PageProgram {
  readonly file: string;
  readonly code: string;
}

/** The blocks of TypeScript of a page. */
export const codeOf = (name: string): string[] =>
  [...textOf(name).matchAll(/^```(?:ts|typescript)\n(.*?)^```$/gms)].map(([, code = ""]) => code);

export function pageProgramsOf({ pages }: EverydayProgram): PageProgram[] {
  return pages.flatMap(({ page: name, isOneProgram }) => {
    const blocks = codeOf(name);
    const codes = isOneProgram ? [blocks.join("\n")] : blocks;
    const title = basename(name, ".md");
    return codes.map((code, index) => ({
      code,
      file: `${title}${codes.length > 1 ? `-${index + 1}` : ""}.ts`,
    }));
  });
}

/** SILENCE_SEED repeats the sample of an earlier run, which printed it. */
export const SEED = Number(process.env.SILENCE_SEED ?? Date.now() % 2 ** 31);

/** A program takes one to two minutes in each form. SILENCE_ALL=1 runs all. */
const SAMPLE_SIZE = 4;

/** A program in a form. */
export interface Tried {
  readonly name: string;
  readonly form: FormName;
  readonly program: EverydayProgram;
}

const all: readonly Tried[] = Object.entries(programs).flatMap(([name, program]) =>
  FORMS.map((form) => ({ name, form, program: program })),
);

const rankOf = ({ name, form }: Tried): string =>
  createHash("sha256").update(`${SEED} ${name} ${form}`).digest("hex");

const shuffled = all.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));

export const tried: readonly Tried[] = process.env.SILENCE_ALL
  ? all
  : shuffled.slice(0, SAMPLE_SIZE);

export const examplesFolder = join(root, "examples");

/** The folders of examples, and the pages with TypeScript, that are either among the programs or left out. */
export function covered(): ReadonlySet<string> {
  const all = Object.values(programs);
  const examples = all.flatMap(({ example }) =>
    example === undefined ? [] : [`examples/${example}`],
  );
  return new Set([...examples, ...all.flatMap(({ pages }) => pages.map(({ page: name }) => name))]);
}
