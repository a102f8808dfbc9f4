import type { ObjectList } from "../../src/account/list-formats";
import { formats as ofDiff } from "../../src/cli/diff";
import { formats as ofExplain } from "../../src/cli/explain";
import { formats as ofList } from "../../src/cli/list";
import { formats as ofMap } from "../../src/cli/map";
import { formats as ofReview } from "../../src/cli/review";
import { formats as ofTest } from "../../src/cli/test";
import { readIngress } from "../../src/insight/change/read";
import { compare } from "../../src/insight/diff/compare";
import { readExport } from "../../src/insight/engine/export";
import { readPreview } from "../../src/insight/engine/preview";
import type { Expectation } from "../../src/insight/expectations/expectation";
import { judgeExpectations } from "../../src/insight/expectations/judge";
import type { Request } from "../../src/insight/ingress/answers";
import { explain } from "../../src/insight/ingress/describe";
import { edgesOf } from "../../src/insight/ingress/ingress";
import { mapOf, mapOfPreview } from "../../src/insight/map/model";
import type { Suppression } from "../../src/insight/report/suppression";
import { review } from "../../src/insight/review/findings";

/** The inputs of the commands. */
export interface Inputs {
  /** The output of `pulumi preview --json --show-sames`. */
  readonly preview: string;
  /** Outputs of `pulumi stack export`, with the labels of the stacks. */
  readonly exports: readonly [label: string, text: string][];
  readonly suppressions?: readonly Suppression[];
  readonly expectations: readonly Expectation[];
  readonly request: Request;
  readonly list: ObjectList;
}

/** A report, by the command and the format. */
type Reports = Readonly<Record<string, string>>;

const VERSION = "1.0.0";

const printed = <T, More>(
  command: string,
  formats: Readonly<Record<string, (all: T, more: More) => string>>,
  all: T,
  more: More,
) =>
  Object.entries(formats).map(
    ([format, print]) => [`${command} --format ${format}`, print(all, more)] as const,
  );

/** Returns the output of each command in each of its formats. */
export function reportsOf({
  preview,
  exports,
  suppressions = [],
  expectations,
  request,
  list,
}: Inputs): Reports {
  const [a, b] = exports.map(([label, text]) => readExport(label, text));
  const ingresses = [preview, ...exports.map(([, text]) => text)].map((text) =>
    readIngress("stack", text),
  );
  const maps = [mapOfPreview(readPreview(preview)), ...ingresses.map(mapOf)];
  return Object.fromEntries([
    ...printed("review", ofReview, review([readPreview(preview)], suppressions), {
      version: VERSION,
    }),
    ...printed("test", ofTest, judgeExpectations(expectations, ingresses), undefined),
    ...printed(
      "explain",
      ofExplain,
      ingresses
        .filter((ingress) => edgesOf(ingress).includes(request.edge))
        .map((ingress) => explain(request, ingress)),
      undefined,
    ),
    ...printed("map", ofMap, maps, undefined),
    ...(a && b ? printed("diff", ofDiff, compare(a, b), undefined) : []),
    ...printed("list", ofList, list, { version: VERSION }),
  ]);
}
