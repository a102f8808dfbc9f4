import type { Severity } from "../../../src/insight/report/finding";
import type { LabelledChange } from "../changes";

/** A label that does not hold, and why. */
interface Overruled {
  readonly name: string;
  readonly expected: Severity;
  /** Whether it holds for dynamic resources. */
  readonly inPluginAlone?: true;
  readonly because: string;
}

const overruled: readonly Overruled[] = [
  {
    name: "open-other-backend",
    expected: "low",
    because:
      "every deployment that moves a public route to its next backend would be a warning, as `other-backend` shows",
  },
  {
    name: "tcp-other-backend",
    expected: "low",
    because: "a TCP edge is moved to its next backend in the same way, and has no login in any case",
  },
  {
    name: "rotated-api-key",
    expected: "medium",
    because:
      "the key of a monitoring service says to whose account events go, and a preview does not show whose key it is",
  },
  ...["route-retained-open", "retained-tokens-deleted"].map((name) => ({
    name,
    expected: "medium" as const,
    inPluginAlone: true as const,
    because:
      "the plugin knows that the program declared the route, and keeps the module for as long as the route stays",
  })),
  {
    name: "retained-by-option-open",
    expected: "low",
    inPluginAlone: true,
    because: "the plugin keeps the module with the route, which serves as before",
  },
];

const byName = new Map(overruled.map((each) => [each.name, each]));

/** The change with the severity that holds, for both forms or for the plugin alone. */
export function overruledBy(change: LabelledChange): LabelledChange & { readonly inPlugin?: Severity } {
  const { expected, inPluginAlone } = byName.get(change.name) ?? {};
  if (expected === undefined) return change;
  return inPluginAlone ? { ...change, inPlugin: expected } : { ...change, expected };
}
