import { Reference, type Setting } from "../codegen/program";
import { camelCase } from "../core/schema/case";
import { jsonObject, type Values } from "../core/schema/values";
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
  /** All of them, in the order in which they were asked for. */
  readonly all: SettingValue[] = [];
  private readonly ids = new Map<string, Setting>();
  private readonly names = new Set<string>();

  constructor(private readonly options: SettingOptions) {}

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
      this.all.push({ setting, value, isSet: configured.has(setting.name) });
    }
    return new Reference(setting);
  }

  /**
   * The secrets of a resource by their names, in one setting that is an object, or in a setting each. What the service masks is
   * taken from the config if that has it.
   */
  secrets(resource: string, shown: ReadonlyMap<string, string | undefined>): Map<string, SecretReference> {
    const { hasObjects } = this.options;
    const all = [...shown.keys()];
    const parts = hasObjects && all.length > 0 ? [all] : all.map((member) => [member]);
    return new Map(
      parts.flatMap((members) => {
        const fits = (name: string) => {
          const has = this.configured(name, members);
          return has && members.every((each) => (has[each] ?? shown.get(each)) === (shown.get(each) ?? has[each]));
        };
        const wanted = hasObjects ? resource : camelCase(`${resource}-${members[0]}`);
        const setting = { name: this.freeName(wanted, fits), isSecret: true, ...(hasObjects && { members }) };
        const has = this.configured(setting.name, members) ?? {};
        return members.map((member) => {
          const value = shown.get(member) ?? (typeof has[member] === "string" ? has[member] : undefined);
          this.all.push({ setting, ...(hasObjects && { member }), value, isSet: has[member] !== undefined });
          return [member, { reference: new Reference(setting, hasObjects ? member : undefined), value }] as const;
        });
      }),
    );
  }

  /** What the config has under a name, by the members of the setting; `undefined` if it has something else. */
  private configured(name: string, [member = ""]: readonly string[]): Values | undefined {
    const text = this.options.configured.get(name);
    if (text === undefined) return {};
    return this.options.hasObjects ? jsonObject(text) : { [member]: text };
  }

  /** A name that the config does not have with another value. */
  private freeName(base: string, fits: (name: string) => unknown): string {
    let name = base;
    for (let number = 2; this.names.has(name) || !fits(name); number += 1) name = `${base}${number}`;
    this.names.add(name);
    return name;
  }
}
