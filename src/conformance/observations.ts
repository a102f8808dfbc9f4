import { defaultOptions } from "../emulator/options/parsing";
import type { AcceptedMember, OptionName, OptionValues } from "../emulator/options/registry";
import { type PointName, pointOf } from "./points";

/**
 * The comparison of the service with its reference at a point: it is as stated; the reference left it open; it differs, and the
 * provider does not rely on it; or the provider relies on something else.
 */
export const verdicts = ["as stated", "observed", "differs", "unsupported"] as const;

export type Verdict = (typeof verdicts)[number];

export interface Observation {
  readonly verdict: Verdict;
  /** The behaviour of the service, in words. */
  readonly service: string;
}

type Options = Partial<OptionValues>;

/** The observations of a run. */
export class Observations {
  readonly #byPoint = new Map<PointName, Observation>();
  #options: Options = {};

  /**
   * Records the behaviour of the service at a point. Of several observations, the worst verdict counts.
   *
   * @param holds True if the service does what the reference states, or what the provider assumes. Default: true.
   */
  record(name: PointName, service: string, holds = true): void {
    const verdict = verdictOf(name, holds);
    const before = this.#byPoint.get(name);
    if (before === undefined || rank(before.verdict) < rank(verdict))
      this.#byPoint.set(name, { verdict, service });
    else if (before.verdict === verdict && !before.service.split("; ").includes(service))
      this.#byPoint.set(name, { verdict, service: `${before.service}; ${service}` });
  }

  /** Records the option of the local server that behaves as the service does. */
  setOption<Name extends OptionName>(name: Name, value: OptionValues[Name]): void {
    this.#options = { ...this.#options, [name]: value };
  }

  setAcceptedValues(member: AcceptedMember, values: readonly string[]): void {
    const acceptedValues = { ...this.#options.acceptedValues, [member]: values };
    this.#options = { ...this.#options, acceptedValues };
  }

  get(name: PointName): Observation | undefined {
    return this.#byPoint.get(name);
  }

  /** The options that were observed. */
  get options(): Options {
    return this.#options;
  }
}

const rank = (verdict: Verdict): number => verdicts.indexOf(verdict);

function verdictOf(name: PointName, holds: boolean): Verdict {
  const { isOpen, isReliedOn } = pointOf(name);
  if (holds) return isOpen ? "observed" : "as stated";
  if (isReliedOn) return "unsupported";
  return isOpen ? "observed" : "differs";
}

/** The options that differ from the defaults of the local server. */
export function changedOptions(options: Options): Options {
  const defaults: Readonly<Record<string, unknown>> = defaultOptions();
  const entries = Object.entries(options);
  const changed = entries.filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]),
  );
  return Object.fromEntries(changed);
}
