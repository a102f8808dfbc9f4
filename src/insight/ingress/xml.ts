import { parseXml, XmlCdata, XmlElement, type XmlNode, XmlText } from "@rgrove/parse-xml";
import { compareTexts } from "../engine/order";

/** XML documents in the form that equal ones share. */

/** The parts of a document that have a meaning: elements, their attributes in any order, and texts without white space. */
function partsOf(node: XmlNode): readonly unknown[] {
  if (node instanceof XmlText || node instanceof XmlCdata) {
    const text = node.text.replaceAll(/\s+/g, "");
    return text === "" ? [] : [text];
  }
  if (!(node instanceof XmlElement)) return [];
  const attributes = Object.entries(node.attributes).sort(([a], [b]) => compareTexts(a, b));
  return [{ name: node.name, attributes, children: node.children.flatMap(partsOf) }];
}

/**
 * A document without what has no meaning: declaration, comments, white space, the order of attributes, and how elements without
 * content and quotation marks are written. A text that is not XML stays as it is, without the white space around it.
 */
export function canonicalXml(text: string): string {
  try {
    return JSON.stringify(parseXml(text.trim()).children.flatMap(partsOf));
  } catch {
    return text.trim();
  }
}
