import { changesOf, type IngressChange } from "../change/change";
import type { SubjectChange } from "../change/summary";
import type { Preview } from "../engine/preview";
import { bySeverity, type Finding, isAtLeast, type Severity, severities } from "../report/finding";
import { applySuppressions, type Suppression } from "../report/suppression";
import { tally } from "../report/text";
import { ruleIds } from "../rules/index";
import { joinedByCause, type PlacedFinding } from "./causes";
import {
  changeFindings,
  driftFindings,
  readStack,
  type StackFacts,
  summariesOf,
  unreadFindings,
} from "./stack";

/** The result of a review of previews. */
export interface Review {
  readonly stacks: readonly StackReview[];
  /** The findings that no suppression ignores, the highest severity first. */
  readonly findings: readonly Finding[];
  readonly ignored: readonly { readonly finding: Finding; readonly reason: string }[];
  /** The suppressions of review rules that match no finding. */
  readonly unused: readonly Suppression[];
}

/** The changes of one stack. JSON reports contain it: its members are public. */
export interface StackReview extends Pick<Preview, "project" | "stack" | "kind" | "isEmpty"> {
  /** The number of unchanged resources that the preview leaves out. */
  readonly unchangedLeftOut: number;
  readonly changes: readonly SubjectChange[];
  /** The changes that were made outside Pulumi before these changes, as far as the preview has refreshed the state. */
  readonly drift: readonly SubjectChange[];
}

/** A preview, and the change of the ingress that it shows. */
interface PreviewedChange {
  readonly preview: Preview;
  readonly change: IngressChange;
}

/** Reviews previews, of one stack or of several of the same program. */
export const review = (
  previews: readonly Preview[],
  suppressions: readonly Suppression[] = [],
): Review =>
  reviewChanges(
    previews.map((preview) => ({ preview, change: changesOf(preview) })),
    suppressions,
  );

/** Reviews previews whose changes the caller has computed, because it needs them, too. */
export function reviewChanges(
  previewed: readonly PreviewedChange[],
  suppressions: readonly Suppression[] = [],
): Review {
  const previews = previewed.map(({ preview }) => preview);
  const stacks = previewed.map(({ preview, change }) => readStack(preview, change));
  const all = [
    ...stacks.flatMap(changeFindings),
    ...stacks.flatMap(driftFindings),
    ...previews.flatMap(unreadFindings),
  ];
  const { kept, ignored, unused } = applySuppressions(
    suppressions.filter(({ rule }) => ruleIds.includes(rule)),
    previews.map(({ stack }) => stack),
    all,
    targetOf,
  );
  const findings = kept.map(({ item, severity }) => withSeverity(item, severity));
  const isPlanned = previews.some(({ kind }) => kind === "preview");
  return {
    stacks: stacks.map(stackReview),
    findings: joinedByCause(bySeverity(findings, ({ finding }) => finding.rule.severity)),
    ignored: bySeverity(
      ignored.map(({ item, reason }) => ({ finding: item.finding, reason })),
      ({ finding }) => finding.rule.severity,
    ),
    // Many of the suppressions for planned changes match no drift.
    unused: isPlanned ? unused : unused.filter(({ isExpired }) => isExpired),
  };
}

const targetOf = ({ finding }: PlacedFinding) => ({
  rule: finding.rule.id,
  resource: finding.resource,
  // An entry for an argument does not select a finding about all of a resource, whose name may be that of an argument.
  argument: finding.isOfWholeResource ? "" : finding.argument,
  stacks: [finding.stack],
});

/** A finding with the severity of a suppression, if a suppression sets a severity. */
function withSeverity(placed: PlacedFinding, severity: Severity | undefined): PlacedFinding {
  if (!severity) return placed;
  const { finding } = placed;
  return { ...placed, finding: { ...finding, rule: { ...finding.rule, severity } } };
}

const stackReview = ({ preview, context, drift }: StackFacts): StackReview => ({
  project: preview.project,
  stack: preview.stack,
  kind: preview.kind,
  isEmpty: preview.isEmpty,
  unchangedLeftOut: preview.unchangedLeftOut,
  changes: summariesOf(context),
  drift: drift ? summariesOf(drift.context) : [],
});

/** The number of findings of each severity. */
export const countsOf = ({ findings }: Review): Record<Severity, number> =>
  tally(severities, findings, ({ rule }) => rule.severity);

/** True if a review has a finding of at least a severity. */
export const hasFinding = ({ findings }: Review, least: Severity): boolean =>
  findings.some(({ rule }) => isAtLeast(rule.severity, least));
