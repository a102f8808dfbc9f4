import { Reference, type Setting } from "../codegen/program";
import { findFreeName } from "../codegen/symbols";
import { camelCase } from "../core/schema/case";
import { isSet, jsonObject, parseJson, type Values } from "../core/schema/values";
import type { Names } from "./naming";
import type { ProgramOptions } from "./options";

/** A value of the stack's config that the program reads. */
export interface SettingValue {
  readonly setting: Setting;
  /** The member of a setting that is an object. */
  readonly member?: string;
  /** Undefined if the service masks the value, and the config does not contain it. */
  readonly value: string | undefined;
  /** True if the config contains the value. */
  readonly isSet: boolean;
}

/** The path of a value in the config. */
export const configPath = ({ setting, member }: SettingValue): string =>
  member === undefined ? setting.name : `${setting.name}.${member}`;

/** A value of a setting. A setting that is an object has several. */
interface SettingPart {
  /** The member of the object. For a setting that is a text, any name. */
  readonly member: string;
  /** Undefined if the service masks the value. */
  readonly value: string | undefined;
  /** True if the value is an integer. Default: the value is a text. */
  readonly isNumber?: boolean | undefined;
}

/** A secret, and its path in the arguments. */
type Secret = SettingPart & { readonly path: string };

/** The reference to a secret in the config. */
export interface SecretSetting {
  readonly reference: Reference;
  /** Undefined if the service masks the value, and the config does not contain it. */
  readonly value: string | undefined;
}

/** Collects the settings of a program: secrets, and ids of objects that the program does not declare. */
export class Settings {
  /** All values, in the order in which the program refers to them first. */
  readonly all: SettingValue[] = [];
  private readonly ids = new Map<string, Setting>();
  private readonly names = new Set<string>();

  constructor(private readonly options: ProgramOptions) {}

  /** Names of the settings for ids, by their keys. */
  get idNames(): Names {
    return new Map([...this.ids].map(([key, { name }]) => [key, name]));
  }

  /**
   * A reference to the setting for an id. The setting is named after the type and the id, and never reuses a setting of another
   * meaning that has the same value. The id itself, if the program would receive it as another value.
   */
  id(type: string, value: string): Reference | string {
    if (this.isParsed(value)) return value;
    const key = `${type} ${value}`;
    let setting = this.ids.get(key);
    if (!setting) {
      const name = `${type}_${value.replaceAll(/[^\w-]+/g, "_")}`;
      const preferred = this.options.existingNames.get(key) ?? name;
      ({ setting } = this.add(preferred, [{ member: type, value }], { isSecret: false }));
      this.ids.set(key, setting);
    }
    return new Reference(setting);
  }

  /**
   * The settings for the secrets of a resource by their paths: members of one object, or a setting
   * for each secret.
   */
  secrets(resource: string, secrets: readonly Secret[]): ReadonlyMap<string, SecretSetting> {
    if (secrets.length === 0) return new Map();
    return this.options.hasConfigObjects
      ? this.secretObject(resource, secrets)
      : this.singleSecrets(resource, secrets);
  }

  private secretObject(resource: string, secrets: readonly Secret[]) {
    const members = secrets.map(({ member }) => member);
    const { setting, values } = this.add(resource, secrets, { isSecret: true, members });
    const found = new Map<string, SecretSetting>();
    for (const [index, { path, member, isNumber }] of secrets.entries()) {
      const reference = new Reference(setting, member, isNumber);
      found.set(path, { reference, value: values[index] });
    }
    return found;
  }

  private singleSecrets(resource: string, secrets: readonly Secret[]) {
    const found = new Map<string, SecretSetting>();
    for (const secret of secrets) {
      const isNumber = secret.isNumber === true;
      const preferred = camelCase(`${resource}-${secret.member}`);
      const { setting, values } = this.add(preferred, [secret], { isSecret: true, isNumber });
      found.set(secret.path, { reference: new Reference(setting), value: values[0] });
    }
    return found;
  }

  /**
   * Adds a setting under a name for which the config does not contain other values. Masked values
   * come from the config.
   */
  private add(preferred: string, parts: readonly SettingPart[], kind: Omit<Setting, "name">) {
    const name = findFreeName(
      preferred,
      (candidate) => this.isTaken(candidate) || !this.canHold(candidate, parts, kind),
    );
    this.names.add(name);
    const setting: Setting = { name, ...kind };
    const configured = this.configured(name, parts, kind) ?? {};
    const values = parts.map((part) => {
      const { member } = part;
      const value = knownValue(part, configured);
      this.all.push({
        setting,
        ...(kind.members && { member }),
        value: kind.isNumber ? value : this.configText(value),
        isSet: configured[member] !== undefined,
      });
      return value;
    });
    return { setting, values };
  }

  /** Checks whether another setting has a name, or whether the program needs the name for something else. */
  private isTaken(name: string): boolean {
    const { readsConfigByVariable, syntax } = this.options;
    return (
      this.names.has(name) || (readsConfigByVariable === true && syntax.reserved.includes(name))
    );
  }

  /** Checks whether the config contains no other value of these parts under a name. An object in the config may have other members, too. */
  private canHold(name: string, parts: readonly SettingPart[], kind: Omit<Setting, "name">) {
    const configured = this.configured(name, parts, kind);
    if (!configured) return false;
    return parts.every(({ member, value }) => {
      const fromConfig = configured[member];
      // Either value may be unknown: the service masks it, or the config lacks it.
      return fromConfig === undefined || value === undefined || fromConfig === value;
    });
  }

  /**
   * The values of a setting in the config by their members; undefined if the config contains a
   * value of another type. An import that was interrupted may leave an empty member, which counts as missing.
   */
  private configured(
    name: string,
    parts: readonly SettingPart[],
    { members }: Omit<Setting, "name">,
  ): Values | undefined {
    const text = this.options.configValues.get(name);
    if (text === undefined) return {};
    if (members) return setMembers(jsonObject(text));
    return Object.fromEntries(parts.map(({ member }) => [member, this.programText(text)]));
  }

  /** The value in the config for a text: JSON if the program would otherwise receive another value. */
  private configText(text: string | undefined): string | undefined {
    return text !== undefined && this.isParsed(text) ? JSON.stringify(text) : text;
  }

  /** The text that the program receives for a value in the config. */
  private programText(value: string): string {
    const parsed = this.options.parsesConfig ? parseJson(value) : undefined;
    return typeof parsed === "string" ? parsed : value;
  }

  /** Checks whether the program receives a number, a boolean or JSON in place of a text. */
  private isParsed(text: string): boolean {
    if (!this.options.parsesConfig) return false;
    return GO_SCALAR.test(text) || parseJson(text) !== undefined;
  }
}

/** The value that the service returns, else the value in the config. */
function knownValue({ member, value }: SettingPart, configured: Values): string | undefined {
  const fromConfig = configured[member];
  return value ?? (typeof fromConfig === "string" ? fromConfig : undefined);
}

const setMembers = (object: Values | undefined): Values | undefined =>
  object && Object.fromEntries(Object.entries(object).filter(([, value]) => isSet(value)));

/** Texts that Go parses as a number or a boolean. The language host of YAML is written in Go. */
const GO_SCALAR =
  /^[+-]?(\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(e[+-]?[\d_]+)?$|^[+-]?0x[\d_a-f.]+p[+-]?\d+$|^[+-]?inf(inity)?$|^nan$|^(t|f|true|false)$/i;
