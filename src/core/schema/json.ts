import { isObject, type Values } from "./values";

/** The JSON object that a text is, if it is one. The parser's own error would repeat a part of the text, which may be secret. */
export function jsonObject(text: string): Values | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
