import { freeName } from "../codegen/language";
import { Reference, type Setting } from "../codegen/program";
import { camelCase } from "../core/schema/case";
import { jsonObject, type Values } from "../core/schema/values";
import type { Names, NamingOptions } from "./naming";

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

/** A secret of a resource. */
export interface Secret {
  readonly path: string;
  /** What the object of the resource's secrets calls it. */
  readonly member: string;
  /** `undefined` if the service masks it. */
  readonly value: string | undefined;
}

/** How settings are named and divided. */
export interface SettingOptions extends Pick<NamingOptions, "known"> {
  /** What the config has, by names without a namespace. */
  readonly configured: ReadonlyMap<string, string>;
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

  /** The secrets of a resource by their paths, in one object or in a setting each, with what the config has of masked values. */
  secrets(resource: string, secrets: readonly Secret[]) {
    const { hasObjects } = this.options;
    const parts = hasObjects && secrets.length > 0 ? [secrets] : secrets.map((each) => [each]);
    const found = parts.flatMap((part) => {
      const members = part.map(({ member }) => member);
      const fits = (name: string) => {
        const has = this.configured(name, members);
        return has && part.every(({ member, value }) => (has[member] ?? value) === (value ?? has[member]));
      };
      const wanted = hasObjects ? resource : camelCase(`${resource}-${members[0]}`);
      const setting = { name: this.freeName(wanted, fits), isSecret: true, ...(hasObjects && { members }) };
      const has = this.configured(setting.name, members) ?? {};
      return part.map(({ path, member, value: shown }) => {
        const value = shown ?? (typeof has[member] === "string" ? has[member] : undefined);
        this.all.push({ setting, ...(hasObjects && { member }), value, isSet: has[member] !== undefined });
        return [path, { reference: new Reference(setting, hasObjects ? member : undefined), value }] as const;
      });
    });
    return new Map(found);
  }

  /** What the config has under a name, by the members of the setting; `undefined` if it has something else. */
  private configured(name: string, [member = ""]: readonly string[]): Values | undefined {
    const text = this.options.configured.get(name);
    if (text === undefined) return {};
    return this.options.hasObjects ? jsonObject(text) : { [member]: text };
  }

  /** A name that the config does not have with another value. */
  private freeName(wanted: string, fits: (name: string) => unknown): string {
    const name = freeName(wanted, (each) => this.names.has(each) || !fits(each));
    this.names.add(name);
    return name;
  }
}
