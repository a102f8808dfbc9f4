import { isWithin } from "../../core/schema/paths";

/** What is known and accepted. */
export interface Exception {
  /** The rule's id. */
  readonly rule: string;
  /** Why it is accepted. */
  readonly reason: string;
  /** Class of the resource, its name, or both. Default: every resource. */
  readonly resource?: string;
  /** Path of the argument, which covers all below it. Default: every argument. */
  readonly argument?: string;
  /** Name of the stack. Default: every stack. */
  readonly stack?: string;
}

/** What an exception may be for. */
export interface Exceptional {
  readonly rule: string;
  readonly type: string;
  readonly name: string;
  readonly argument: string;
  readonly stacks: readonly string[];
}

/** Whether an exception is for something. */
export const excepts = ({ rule, resource, argument, stack }: Exception, each: Exceptional): boolean =>
  rule === each.rule &&
  (resource === undefined || [each.type, each.name, `${each.type} ${each.name}`].includes(resource)) &&
  (argument === undefined || isWithin(each.argument, argument)) &&
  (stack === undefined || each.stacks.includes(stack));
