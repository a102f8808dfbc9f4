import type { ObjectChange } from "../change/objects";
import type { Arguments, Declaration } from "../ingress/arguments";
import type { RuleDescription, Severity } from "../report/finding";
import type { Context } from "./context";
import type { Example } from "./example-programs";

/** The texts for the names in braces of a message. */
type MessageValues = Readonly<Record<string, string>>;

/** The result of `find` for one argument: a message of the rule with its values. */
export interface Match<Id extends string = string> {
  readonly message: Id;
  readonly values: MessageValues;
  readonly declaration: Declaration;
  /** The argument below the declaration; empty for the declaration as a whole. */
  readonly path: string;
}

/** A kind of finding, with the code that finds it. */
export interface Rule extends RuleDescription {
  /** The effects of what the rule finds, by the ids of messages. A message follows the name of the object. */
  readonly messages: Readonly<Record<string, string>>;
  /** A change of a program that the rule finds. */
  readonly example?: Example;
  /** The severity if the change was made outside Pulumi; `ignored` for a rule on what only a program does. Default: `severity`. */
  readonly driftSeverity?: "ignored" | ((change: ObjectChange, context: Context) => Severity);
  /** Finds matches in the change of one object. */
  find(change: ObjectChange, context: Context): Iterable<Match>;
}

/** A rule whose ids of messages are known to the compiler: `find` yields no other. */
interface CheckedRule<Id extends string> extends Omit<Rule, "messages" | "find"> {
  readonly messages: Readonly<Record<Id, string>>;
  find(change: ObjectChange, context: Context): Iterable<Match<NoInfer<Id>>>;
}

export const rule = <const Id extends string>(checked: CheckedRule<Id>): Rule => checked;

/** A match at an argument. */
export const at = <const Id extends string>(
  { declaration }: Arguments,
  path: string,
  message: Id,
  values: MessageValues = {},
): Match<Id> => ({ message, values, declaration, path });

const inSentence = new Intl.ListFormat("en-GB");

/** Names in a sentence: `a, b and c`. */
export const joined = (items: readonly string[]): string => inSentence.format(items);
