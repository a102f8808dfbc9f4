import { Reference, type Setting } from "../codegen/program";
import { camelCase } from "../core/schema/case";
import { jsonObject } from "../core/schema/values";
import type { Names } from "./naming";

/** A value that the stack's config has to have. */
export interface SettingValue {
  readonly setting: Setting;
  /** Of a setting that is an object. */
  readonly member?: string;
  /** `undefined` if the service masks it, and the config does not have it. */
  readonly value: string | undefined;
  /** The config has it already. */
  readonly isSet: boolean;
}

/** The path of a value in the config. */
export const pathOf = ({ setting, member }: SettingValue): string =>
  member === undefined ? setting.name : `${setting.name}.${member}`;

/** A secret that a program reads from config, and what it is, if that is known. */
export interface SecretReference {
  readonly reference: Reference;
  readonly value: string | undefined;
}

/** How settings are named and divided. */
export interface SettingOptions {
  /** What the config has, by names without a namespace. */
  readonly configured: ReadonlyMap<string, string>;
  /** Names that ids are to have, by keys such as `backend bkd_1`. */
  readonly known: Names;
  /** Whether the secrets of a resource are one object, in a language that reads such. */
  readonly hasObjects: boolean;
}

/** Settings that resources refer to, each once: ids of what the program does not manage, and secrets. */
export class Settings {
  private readonly values: SettingValue[] = [];
  private readonly ids = new Map<string, Setting>();
  private readonly names = new Set<string>();

  constructor(private readonly options: SettingOptions) {}

  /** All of them, in the order in which they were asked for. */
  get all(): readonly SettingValue[] {
    return this.values;
  }

  /** Names of ids by their keys. */
  get idNames(): Names {
    return new Map([...this.ids].map(([key, { name }]) => [key, name]));
  }

  /** An id, by what it is an id of: its setting is named after it. A config that has it keeps its name. */
  id(noun: string, value: string): Reference {
    const key = `${noun} ${value}`;
    let setting = this.ids.get(key);
    if (!setting) {
      const { configured, known } = this.options;
      const [has] = [...configured].find(([name, each]) => each === value && !this.names.has(name)) ?? [];
      const wanted = known.get(key) ?? has ?? `${noun}_${value.replaceAll(/[^\w-]+/g, "_")}`;
      setting = { name: this.freeName(wanted, (name) => (configured.get(name) ?? value) === value), isSecret: false };
      this.ids.set(key, setting);
      this.values.push({ setting, value, isSet: configured.has(setting.name) });
    }
    return new Reference(setting);
  }

  /** The secrets of a resource, by their names; what the service masks is taken from the config if that has it. */
  secrets(resource: string, shown: ReadonlyMap<string, string | undefined>): Map<string, SecretReference> {
    if (shown.size === 0) return new Map();
    if (!this.options.hasObjects)
      return new Map([...shown].map(([name, value]) => [name, this.text(resource, name, value)]));
    const members = [...shown.keys()];
    const fits = (name: string) => {
      const has = this.object(name);
      return (
        has !== undefined && [...shown].every(([member, value]) => (has[member] ?? value) === (value ?? has[member]))
      );
    };
    const setting = { name: this.freeName(resource, fits), isSecret: true, members };
    const has = this.object(setting.name) ?? {};
    return new Map(
      [...shown].map(([member, each]) => {
        const configured = has[member];
        const value = each ?? (typeof configured === "string" ? configured : undefined);
        this.values.push({ setting, member, value, isSet: configured !== undefined });
        return [member, { reference: new Reference(setting, member), value }];
      }),
    );
  }

  /** A secret that is a setting of its own. */
  private text(resource: string, secret: string, shown: string | undefined): SecretReference {
    const { configured } = this.options;
    const fits = (name: string) => shown === undefined || (configured.get(name) ?? shown) === shown;
    const setting = { name: this.freeName(camelCase(`${resource}-${secret}`), fits), isSecret: true };
    const value = shown ?? configured.get(setting.name);
    this.values.push({ setting, value, isSet: configured.has(setting.name) });
    return { reference: new Reference(setting), value };
  }

  /** What the config has under a name: nothing, or members; `undefined` if it has something else. */
  private object(name: string) {
    const text = this.options.configured.get(name);
    return text === undefined ? {} : jsonObject(text);
  }

  /** A name that the config does not have with another value. */
  private freeName(base: string, fits: (name: string) => boolean): string {
    let name = base;
    for (let number = 2; this.names.has(name) || !fits(name); number += 1) name = `${base}${number}`;
    this.names.add(name);
    return name;
  }
}
