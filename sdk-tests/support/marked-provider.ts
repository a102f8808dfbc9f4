import * as definitions from "../../src/core/definitions";
import type { CallOptions, ResourceView } from "../../src/core/provider/call";
import type { Provider } from "../../src/core/provider/provider";
import type { ProviderOptions } from "../../src/core/provider/provider-options";
import type { Definition } from "../../src/core/schema/definition";
import { inputRows } from "../../src/core/schema/field";
import { problemText } from "../../src/core/schema/problem";
import type { Values } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import { inProcessCore } from "./in-process-core";
import { failureOf } from "./in-process-dynamic";
import { jumpingClock } from "./virtual-time";

type ResourceName = keyof typeof definitions;
type Created = Pick<ResourceView, "id" | "outputs">;

const known: Readonly<Record<ResourceName, Definition>> = definitions;

/** The provider of a program that marks every argument of every resource as secret, and all that it shows. */
export class MarkedProvider {
  readonly clock = jumpingClock();
  private readonly provider: Provider;

  constructor(
    account: Pick<Emulator, "url" | "apiKey">,
    /** Takes whatever users see. */
    private readonly show: (text: string) => void,
    settings: Readonly<Record<string, string>> = {},
    options: Partial<ProviderOptions> = {},
  ) {
    // Every attempt takes long enough to be logged.
    const after = (_: number, ring: () => void) => {
      ring();
      return () => undefined;
    };
    const clock = Object.assign(this.clock, { after });
    const log: ProviderOptions["log"] = ({ severity, text }) => show(`${severity}: ${text}`);
    this.provider = inProcessCore(account, { clock, log, ...options }, settings).provider;
  }

  check(type: ResourceName, inputs: Values, options: CallOptions = {}): void {
    const { problems } = this.provider.check(known[type], {
      olds: {},
      inputs,
      ...marking(type, inputs),
      ...options,
    });
    for (const problem of problems) this.show(problemText(problem));
  }

  diff(type: ResourceName, { id, outputs }: Created, inputs: Values): void {
    const request = { id, outputs, inputs, ...marking(type, outputs, inputs) };
    try {
      this.provider.diff(known[type], request);
    } catch (error) {
      this.show((error as Error).message);
    }
  }

  create(type: ResourceName, inputs: Values, options: CallOptions = {}): Promise<ResourceView> {
    return this.provider.create(known[type], { inputs, ...marking(type, inputs), ...options });
  }

  read(type: ResourceName, { id, outputs }: Created) {
    return this.provider.read(known[type], { id, outputs, ...marking(type, outputs) });
  }

  get(type: ResourceName, id: string, outputs: Values = {}) {
    return this.provider.get(known[type], {
      id,
      outputs,
      ...marking(type, outputs),
      secrets: [id],
    });
  }

  list(type: ResourceName = "agentIngress") {
    return this.provider.list(known[type]);
  }

  update(type: ResourceName, { id, outputs }: Created, inputs: Values, options: CallOptions = {}) {
    const request = { id, outputs, inputs, ...marking(type, outputs, inputs), ...options };
    return this.provider.update(known[type], request);
  }

  delete(type: ResourceName, { id, outputs }: Created, isParentDeclared = false) {
    return this.provider.delete(known[type], {
      id,
      outputs,
      ...marking(type, outputs),
      isParentDeclared,
    });
  }

  end(): void {
    this.provider.end();
  }

  /** Shows the error of a call that has to fail. */
  async fails(call: Promise<unknown>): Promise<void> {
    const { message, stack } = await failureOf(call);
    this.show(message);
    this.show(String(stack));
  }
}

/** The paths of all that the program may state. */
function marking(type: ResourceName, ...values: readonly Values[]) {
  const stated = inputRows(known[type].fields).map(([key]) => key);
  return { secretPaths: stated.filter((key) => values.some((object) => key in object)) };
}
