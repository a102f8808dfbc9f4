import { parse } from "yaml";
import { checkedExpectations, type Expectation } from "./expectation";

/**
 * Reads a file of expectations, in YAML or JSON.
 *
 * @throws {Error} that names the path, or the line, of the first problem.
 */
export function readExpectations(text: string): readonly Expectation[] {
  return checkedExpectations(documentOf(text));
}

function documentOf(text: string): unknown {
  try {
    // No aliases: a short text could stand for a document that fills the memory.
    return parse(text, { maxAliasCount: 0 });
  } catch (error) {
    const [line = ""] = (error as Error).message.split("\n");
    throw new Error(`the expectations are neither YAML nor JSON: ${line.replace(/:$/, "")}`);
  }
}
