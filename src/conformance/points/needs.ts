import type { Scope } from "../run";

interface Need {
  /** The options of the command, in Markdown. */
  readonly text: string;
  readonly isMet: (scope: Scope) => boolean;
}

const hasRoute = ({ httpsEdge, backend }: Scope): boolean =>
  httpsEdge !== undefined && backend !== undefined;

/** The options without which a run does not observe some points. */
export const needs = {
  httpsEdge: {
    text: "`--https-edge`",
    isMet: ({ httpsEdge }) => httpsEdge !== undefined,
  },
  route: { text: "`--https-edge` and `--backend`", isMet: hasRoute },
  upstreamEdge: {
    text: "`--https-edge` with an edge whose `terminate_at` is `upstream`, and `--backend`",
    isMet: () => false,
  },
  edgeModules: {
    text: "`--edge-modules` with `--https-edge`",
    isMet: ({ edgeModules, httpsEdge }) => edgeModules && httpsEdge !== undefined,
  },
  rateLimit: { text: "`--find-rate-limit`", isMet: ({ findRateLimit }) => findRateLimit },
} as const satisfies Readonly<Record<string, Need>>;

export type NeedName = keyof typeof needs;
