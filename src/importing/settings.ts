import { Reference, type Setting } from "../codegen/program";
import { findFreeName } from "../codegen/symbols";
import { camelCase } from "../core/schema/case";
import { jsonObject, parseJson, type Values } from "../core/schema/values";
import type { Names } from "./naming";
import type { ProgramOptions } from "./options";

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
export const configPath = ({ setting, member }: SettingValue): string =>
  member === undefined ? setting.name : `${setting.name}.${member}`;

/** What a setting contains: a value, by the name of its member, that is `undefined` if the service masks it. */
interface SettingPart {
  readonly member: string;
  readonly value: string | undefined;
  /** The text of a whole number. Default: the value is a text. */
  readonly isNumber?: boolean | undefined;
}

/** What Go reads as a number or a boolean. */
const SCALAR =
  /^[+-]?(\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(e[+-]?[\d_]+)?$|^[+-]?0x[\d_a-f.]+p[+-]?\d+$|^[+-]?inf(inity)?$|^nan$|^(t|f|true|false)$/i;

/** Whether the host of YAML reads a text of the config as another value: as a number, a boolean, or JSON. */
const isParsed = (text: string): boolean => SCALAR.test(text) || parseJson(text) !== undefined;

/** Settings that resources refer to, each once: ids of what the program does not manage, and secrets. */
export class Settings {
  /** All of them, in the order in which they were asked for. */
  readonly all: SettingValue[] = [];
  private readonly ids = new Map<string, Setting>();
  private readonly names = new Set<string>();

  constructor(private readonly options: ProgramOptions) {}

  /** Names of ids by their keys. */
  get idNames(): Names {
    return new Map([...this.ids].map(([key, { name }]) => [key, name]));
  }

  /**
   * An id, by what it is an id of: its setting is named after both. Another setting with that value has another meaning.
   * The id itself, if no setting could have it.
   */
  id(noun: string, value: string): Reference | string {
    if (this.options.parsesConfig && isParsed(value)) return value;
    const key = `${noun} ${value}`;
    let setting = this.ids.get(key);
    if (!setting) {
      const wanted =
        this.options.existingNames.get(key) ?? `${noun}_${value.replaceAll(/[^\w-]+/g, "_")}`;
      [setting] = this.add(wanted, [{ member: noun, value }], { isSecret: false });
      this.ids.set(key, setting);
    }
    return new Reference(setting);
  }

  /** The secrets of a resource by their paths, in one object or in a setting each, with what the config has of masked values. */
  secrets(resource: string, secrets: readonly (SettingPart & { readonly path: string })[]) {
    const { hasConfigObjects } = this.options;
    const settings =
      hasConfigObjects && secrets.length > 0 ? [secrets] : secrets.map((each) => [each]);
    const found = settings.flatMap((parts) => {
      const members = parts.map(({ member }) => member);
      const wanted = hasConfigObjects ? resource : camelCase(`${resource}-${members[0]}`);
      const kind = hasConfigObjects
        ? { members }
        : { isNumber: parts.some((part) => part.isNumber) };
      const [setting, values] = this.add(wanted, parts, { isSecret: true, ...kind });
      return parts.map(({ path, member, isNumber }, index) => {
        const reference = hasConfigObjects
          ? new Reference(setting, member, isNumber)
          : new Reference(setting);
        return [path, { reference, value: values[index] }] as const;
      });
    });
    return new Map(found);
  }

  /** A setting under a name that the config does not have with other values, and the values as far as they are known. */
  private add(wanted: string, parts: readonly SettingPart[], kind: Omit<Setting, "name">) {
    const configured = (name: string): Values | undefined => {
      const text = this.options.configValues.get(name);
      if (text === undefined) return {};
      return kind.members
        ? jsonObject(text)
        : Object.fromEntries(parts.map(({ member }) => [member, this.textIn(text)]));
    };
    const fits = (has: Values | undefined) =>
      has && parts.every(({ member, value }) => (has[member] ?? value) === (value ?? has[member]));
    const name = findFreeName(wanted, (each) => this.names.has(each) || !fits(configured(each)));
    this.names.add(name);
    const setting: Setting = { name, ...kind };
    const has = configured(name) ?? {};
    const values = parts.map(({ member, value: shown }) => {
      const value = shown ?? (typeof has[member] === "string" ? has[member] : undefined);
      this.all.push({
        setting,
        ...(kind.members && { member }),
        value: kind.isNumber ? value : this.configText(value),
        isSet: has[member] !== undefined,
      });
      return value;
    });
    return [setting, values] as const;
  }

  /** What the config has for a text: in JSON if the program would receive the text as another value. */
  private configText(text: string | undefined): string | undefined {
    return text !== undefined && this.options.parsesConfig && isParsed(text)
      ? JSON.stringify(text)
      : text;
  }

  /** The text that a program receives of what the config has. */
  private textIn(value: string): string {
    const parsed = this.options.parsesConfig ? parseJson(value) : undefined;
    return typeof parsed === "string" ? parsed : value;
  }
}
