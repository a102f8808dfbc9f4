import { type Cleanup, cleanUp } from "./made/cleanup";
import { authorities } from "./made/collections";
import { RunRecord } from "./made/record";
import { newRunId } from "./mark";
import { Observations } from "./observations";
import { InterruptedError, Session, type SessionOptions } from "./requests/session";
import { type Run, ScenarioEnd, type Scope } from "./run";
import { tryAgentIngresses } from "./scenarios/agent-ingresses";
import { tryAuthorities } from "./scenarios/authorities";
import { tryDestinations } from "./scenarios/destinations";
import { tryEdges } from "./scenarios/edges";
import { tryLists } from "./scenarios/lists";
import { tryProtocol } from "./scenarios/protocol";
import { tryRoutes } from "./scenarios/routes";

/** A part of a run. */
interface Scenario {
  readonly title: string;
  /** True if it creates objects. */
  readonly creates: boolean;
  readonly try: (run: Run) => Promise<void>;
}

const scenarios: readonly Scenario[] = [
  { title: "SSH certificate authorities", creates: true, try: tryAuthorities },
  { title: "agent ingresses", creates: true, try: tryAgentIngresses },
  { title: "event destinations", creates: true, try: tryDestinations },
  { title: "edges", creates: false, try: tryEdges },
  { title: "routes", creates: true, try: tryRoutes },
  { title: "lists", creates: false, try: tryLists },
  { title: "protocol", creates: false, try: tryProtocol },
];

/** The result of a run. */
export interface ConformanceResult {
  readonly observations: Observations;
  readonly scope: Scope;
  /** The scenarios that ended early, with the reason. */
  readonly failures: readonly string[];
  /** True if the user has interrupted the run. */
  readonly isInterrupted: boolean;
  /** The objects of earlier runs that were deleted. */
  readonly deletedBefore: readonly string[];
  /** The objects of this run, or of an earlier run, that could not be deleted. */
  readonly left: readonly string[];
  /** The number of responses with status 429. */
  readonly refusals: number;
}

/**
 * Compares a service with its reference. All that the run creates carries a mark, and is deleted at the end, also after an error or an
 * interruption.
 *
 * @param report Gets the title of each scenario.
 */
export async function runConformance(
  options: SessionOptions,
  scope: Scope,
  report: (title: string) => void = () => undefined,
): Promise<ConformanceResult> {
  const session = new Session(options);
  const id = newRunId();
  const record = new RunRecord(session, id);
  const observations = new Observations();
  const run: Run = { id, scope, session, observations, record };
  const failures: string[] = [];
  await requireAccess(session);
  let before: Cleanup = { deleted: [], left: [] };
  let after: Cleanup = before;
  try {
    if (!scope.readOnly) before = await cleanUp(session);
    for (const scenario of scenarios) {
      if (scope.readOnly && scenario.creates) continue;
      report(scenario.title);
      const failure = await failureOf(scenario, run);
      if (failure !== undefined) failures.push(`${scenario.title}: ${failure}`);
    }
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error;
  } finally {
    session.beginCleanup();
    if (!scope.readOnly) after = await cleanUp(session);
  }
  return {
    observations,
    scope,
    failures,
    isInterrupted: options.signal?.aborted === true,
    deletedBefore: before.deleted,
    left: [...new Set([...before.left, ...after.left])],
    refusals: session.refusals,
  };
}

/** @throws {Error} if the service does not serve a list, so that nothing can be compared. */
async function requireAccess(session: Session): Promise<void> {
  const { status } = await session.get(authorities.path);
  if (status === 200) return;
  const isKeyRefused = status === 401 || status === 403;
  const advice = isKeyRefused ? "check the API key" : "check edge-ingress:baseUrl";
  throw new Error(`GET ${authorities.path} answered ${status}: ${advice}`);
}

/** Carries out a scenario. Returns the reason if it ends early. */
async function failureOf(scenario: Scenario, run: Run): Promise<string | undefined> {
  try {
    await scenario.try(run);
    return undefined;
  } catch (error) {
    if (error instanceof InterruptedError) throw error;
    const { message } = error as Error;
    if (error instanceof ScenarioEnd) return message;
    return message;
  }
}
