/** A program in no language: resources, what they refer to, and what it reads from stack config. */
export interface Program {
  readonly config: readonly Setting[];
  /** Each after those that it refers to. */
  readonly resources: readonly Resource[];
  readonly outputs: readonly Output[];
}

/** A text in stack config. */
export interface Setting {
  readonly name: string;
  readonly isSecret: boolean;
}

/** A resource that a program declares. */
export interface Resource {
  /** The class, such as `AgentIngress`. */
  readonly type: string;
  /** The name in the stack. */
  readonly name: string;
  /** What its variable is named after. Default: the name in the stack. */
  readonly variable?: string;
  readonly args: Members;
  /** The resource whose deletion deletes this one. */
  readonly deletedWith?: Resource;
}

/** An output of the stack. */
export interface Output {
  readonly name: string;
  readonly value: Reference;
}

/** The value of a setting, or an output of a resource. */
export class Reference {
  constructor(
    readonly to: Setting | Resource,
    readonly property?: string,
  ) {}
}

/** A value of an argument. */
export type Value = Scalar | Reference | readonly Value[] | Members;
export type Scalar = string | number | boolean | null;
export interface Members {
  readonly [key: string]: Value;
}

/** Whether a value is an object with members. */
export const isMembers = (value: Value): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Reference);

/** Whether it is a resource that a reference refers to. */
export const isResource = (to: Setting | Resource): to is Resource => "type" in to;
