import { Reference, type Setting } from "../codegen/program";
import { camelCase } from "../core/schema/case";

/** A value that the stack's config has to have. */
export interface SettingValue {
  readonly setting: Setting;
  /** `undefined` if the service masks it, and the config does not have it. */
  readonly value: string | undefined;
  /** The config has it already. */
  readonly isSet: boolean;
}

/** Settings that resources refer to, each once: ids of what the program does not manage, and secrets. */
export class Settings {
  private readonly values = new Map<Setting, SettingValue>();
  private readonly ids = new Map<string, Setting>();
  private readonly names = new Set<string>();

  /** @param configured What the stack's config has, by names without a namespace. */
  constructor(private readonly configured: ReadonlyMap<string, string>) {}

  /** All of them, in the order in which they were asked for. */
  get all(): readonly SettingValue[] {
    return [...this.values.values()];
  }

  /** An id, by what it is an id of. */
  id(base: string, value: string): Reference {
    const key = `${base} ${value}`;
    const setting = this.ids.get(key) ?? this.add({ name: this.freeName(base, value), isSecret: false }, value);
    this.ids.set(key, setting);
    return new Reference(setting);
  }

  /** A secret; what the service masks is taken from the config if that has it. */
  secret(
    wanted: string,
    shown: string | undefined,
  ): { readonly reference: Reference; readonly value: string | undefined } {
    const name = shown === undefined ? this.unusedName(camelCase(wanted)) : this.freeName(camelCase(wanted), shown);
    const value = shown ?? this.configured.get(name);
    return { reference: new Reference(this.add({ name, isSecret: true }, value)), value };
  }

  private add(setting: Setting, value: string | undefined): Setting {
    this.names.add(setting.name);
    this.values.set(setting, { setting, value, isSet: this.configured.has(setting.name) });
    return setting;
  }

  /** A name that the config does not have with another value. */
  private freeName(base: string, value: string): string {
    return this.numbered(base, (name) => (this.configured.get(name) ?? value) === value);
  }

  private unusedName(base: string): string {
    return this.numbered(base, () => true);
  }

  private numbered(base: string, isFree: (name: string) => boolean): string {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? base : `${base}${number}`;
      if (!this.names.has(name) && isFree(name)) return name;
    }
  }
}
