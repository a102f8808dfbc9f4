import { stableJson } from "../../core/schema/values";
import type { AcceptedMember } from "../../emulator/options/registry";
import { UNKNOWN_VALUE } from "../mark";
import type { PointName } from "../points";
import type { Run } from "../run";

/** True if the service accepts the value of a member. */
export type Try = (value: string) => Promise<boolean>;

interface Values {
  readonly point: PointName;
  readonly member: AcceptedMember;
  /** Values to try, besides those of the user. */
  readonly known?: readonly string[];
  /** The values that the local server accepts without an option; any text if it is undefined. */
  readonly acceptedByDefault?: readonly string[];
}

/** Finds out which values of a member the service accepts, among a few that are tried. */
export async function findAcceptedValues(
  run: Run,
  { point, member, known = [], acceptedByDefault }: Values,
  accepts: Try,
): Promise<readonly string[]> {
  const candidates = [...new Set([...known, ...(run.scope.values[member] ?? [])])];
  const acceptsAny = await accepts(UNKNOWN_VALUE);
  const accepted: string[] = [];
  for (const value of candidates) if (await accepts(value)) accepted.push(value);
  if (acceptsAny) {
    run.observations.record(point, "accepts any text");
    return accepted;
  }
  run.observations.record(point, describe(candidates, accepted));
  const isDefault = stableJson(accepted) === stableJson(acceptedByDefault);
  if (accepted.length > 0 && !isDefault) run.observations.setAcceptedValues(member, accepted);
  return accepted;
}

function describe(candidates: readonly string[], accepted: readonly string[]): string {
  if (candidates.length === 0) return "refuses an unknown value; name values to try with --values";
  const texts = (values: readonly string[]) =>
    values.length === 0 ? "none" : values.map((value) => `\`${value}\``).join(", ");
  return `refuses an unknown value; of ${texts(candidates)}, it accepts ${texts(accepted)}`;
}
