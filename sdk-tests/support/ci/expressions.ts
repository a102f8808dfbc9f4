/** The expressions of GitHub Actions that the Action and the examples use: https://docs.github.com/actions/reference/evaluate-expressions. */

/** A value of a context; absent members are null. */
export type Value = string | number | boolean | null | { readonly [name: string]: Value };

/** The contexts by their names, such as `inputs` and `steps`. */
export type Contexts = Readonly<Record<string, Value>>;

/** Status functions, by the state of the job. */
export interface Status {
  readonly hasFailed: boolean;
}

const TOKEN = /\s*(?:'((?:[^']|'')*)'|(\d+)|(==|!=|&&|\|\||[!().,[\]])|([A-Za-z_][\w-]*))/y;

type Token = { readonly kind: "text" | "number" | "sign" | "name"; readonly text: string };

function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  const end = expression.trimEnd().length;
  while (pattern.lastIndex < end) {
    const start = pattern.lastIndex;
    const found = pattern.exec(expression);
    if (!found) throw new Error(`cannot read the expression at ${expression.slice(start)}`);
    const [, text, number, sign, name] = found;
    if (text !== undefined) tokens.push({ kind: "text", text: text.replaceAll("''", "'") });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign });
    else tokens.push({ kind: "name", text: name ?? "" });
  }
  return tokens;
}

/** Evaluates an expression, without `${{` and `}}`. */
export function evaluate(
  expression: string,
  contexts: Contexts,
  status: Status = { hasFailed: false },
): Value {
  const tokens = tokensOf(expression);
  const peek = (text: string) => tokens[0]?.kind === "sign" && tokens[0].text === text;
  const take = (text: string) => peek(text) && tokens.shift() !== undefined;
  const expectSign = (text: string) => {
    if (!take(text)) throw new Error(`${text} is missing in the expression ${expression}`);
  };

  const or = (): Value => {
    let left = and();
    while (take("||")) {
      const right = and();
      left = isTrue(left) ? left : right;
    }
    return left;
  };
  const and = (): Value => {
    let left = comparison();
    while (take("&&")) {
      const right = comparison();
      left = isTrue(left) ? right : left;
    }
    return left;
  };
  const comparison = (): Value => {
    const left = unary();
    if (take("==")) return isEqual(left, unary());
    if (take("!=")) return !isEqual(left, unary());
    return left;
  };
  const unary = (): Value => (take("!") ? !isTrue(unary()) : primary());
  const primary = (): Value => {
    if (take("(")) {
      const value = or();
      expectSign(")");
      return value;
    }
    const token = tokens.shift();
    if (token?.kind === "text") return token.text;
    if (token?.kind === "number") return Number(token.text);
    if (token?.kind !== "name") throw new Error(`the expression ${expression} is incomplete`);
    if (token.text === "true" || token.text === "false") return token.text === "true";
    if (take("(")) return call(token.text, callArguments());
    return member(token.text);
  };
  const callArguments = (): Value[] => {
    const values: Value[] = [];
    while (!take(")")) {
      values.push(or());
      if (!peek(")")) expectSign(",");
    }
    return values;
  };
  const call = (name: string, [first = null, ...others]: Value[]): Value => {
    switch (name) {
      case "success":
        return !status.hasFailed;
      case "failure":
        return status.hasFailed;
      case "always":
        return true;
      case "cancelled":
        return false;
      case "format":
        return textOf(first).replace(/\{(\d+)\}/g, (_, index) =>
          textOf(others[Number(index)] ?? null),
        );
      default:
        throw new Error(`the runner does not know the function ${name}`);
    }
  };
  const member = (name: string): Value => {
    if (!(name in contexts)) throw new Error(`the runner does not know the context ${name}`);
    let value: Value = contexts[name] ?? null;
    while (take(".")) value = membersOf(value)[tokens.shift()?.text ?? ""] ?? null;
    return value;
  };

  const value = or();
  if (tokens.length > 0) throw new Error(`the expression ${expression} does not end`);
  return value;
}

const membersOf = (value: Value): { readonly [name: string]: Value } =>
  typeof value === "object" && value !== null ? value : {};

export const isTrue = (value: Value): boolean =>
  value !== null && value !== "" && value !== 0 && value !== false;

const isEqual = (left: Value, right: Value): boolean =>
  typeof left === "string" && typeof right === "string"
    ? left.toLowerCase() === right.toLowerCase()
    : textOf(left) === textOf(right);

export const textOf = (value: Value): string =>
  value === null ? "" : typeof value === "object" ? "Object" : String(value);

/** A text with the values of its expressions. */
export const filled = (text: string, contexts: Contexts): string =>
  text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    textOf(evaluate(expression, contexts)),
  );

/** True if a condition, with or without `${{`, holds. A condition without a status function holds only if no step has failed. */
export function holds(condition: string | undefined, contexts: Contexts, status: Status): boolean {
  const text = (condition ?? "success()").replace(/^\s*\$\{\{(.*)\}\}\s*$/s, "$1");
  const hasStatus = /\b(success|failure|always|cancelled)\s*\(/.test(text);
  if (!hasStatus && status.hasFailed) return false;
  return isTrue(evaluate(text, contexts, status));
}
