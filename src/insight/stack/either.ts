import { jsonObject } from "../../core/schema/json";
import { isObject } from "../../core/schema/values";
import { looksLikePreview } from "./digest";
import { readExport } from "./export";
import { type Preview, readPreview } from "./preview";
import { unchanged } from "./unchanged";

/**
 * Reads the output of `pulumi stack export`, `pulumi preview --json` or `pulumi refresh --preview-only --json`. What reads
 * previews can read a stack as it is, too.
 *
 * @throws {Error} if the text is something else, or if a preview leaves out resources.
 */
export function readEither(label: string, text: string): Preview {
  if (isExport(text)) return unchanged(label, readExport(label, text).resources);
  const preview = readPreview(text);
  if (preview.hidden === 0) return preview;
  throw new Error(
    `the preview leaves out ${preview.hidden} unchanged resources, and any of them may serve a request: ` +
      "make it with `pulumi preview --json --show-sames`",
  );
}

/** Whether a text is of a stack, by its content: what {@link readEither} reads, or refuses for a reason of its own. */
export const isOfStack = (text: string): boolean => isExport(text) || looksLikePreview(text);

const isExport = (text: string): boolean => isObject(jsonObject(text)?.deployment);
