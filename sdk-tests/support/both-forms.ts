import { afterAll, beforeAll } from "vitest";
import { FORMS, type FormName } from "./forms";
import { ProviderProcess } from "./provider-process";

type Options = Omit<Parameters<typeof ProviderProcess.start>[0], "form">;

/**
 * Starts the processes that Pulumi runs, one of each form, for the tests of a file; `options` is called before they
 * start.
 */
export function bothForms(
  options: () => Options | Promise<Options>,
): (form: FormName) => ProviderProcess {
  const hosts = new Map<FormName, ProviderProcess>();
  beforeAll(async () => {
    const shared = await options();
    for (const form of FORMS) hosts.set(form, await ProviderProcess.start({ form, ...shared }));
  });
  afterAll(async () => {
    for (const host of hosts.values()) await host.kill();
  });
  return (form) => hosts.get(form) as ProviderProcess;
}
