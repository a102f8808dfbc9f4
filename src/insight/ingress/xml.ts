import { parseXml, XmlCdata, XmlElement, type XmlNode, XmlText } from "@rgrove/parse-xml";
import { compareTexts } from "../engine/order";

/**
 * The canonical form of an XML document, in which equal documents are equal texts. The declaration, comments, white space, the order
 * of attributes, kinds of quotation marks and the form of empty elements have no meaning. A text that is not XML is only trimmed.
 */
export function canonicalXml(text: string): string {
  try {
    return JSON.stringify(parseXml(text.trim()).children.flatMap(meaningfulParts));
  } catch {
    return text.trim();
  }
}

/** The parts of a document that have a meaning: elements, their attributes, sorted, and texts without white space. */
function meaningfulParts(node: XmlNode): readonly unknown[] {
  if (node instanceof XmlText || node instanceof XmlCdata) {
    const text = node.text.replaceAll(/\s+/g, "");
    return text === "" ? [] : [text];
  }
  if (!(node instanceof XmlElement)) return [];
  const attributes = Object.entries(node.attributes).sort(([a], [b]) => compareTexts(a, b));
  return [{ name: node.name, attributes, children: node.children.flatMap(meaningfulParts) }];
}
