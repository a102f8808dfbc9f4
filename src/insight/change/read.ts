import { parseUrn } from "../../core/pulumi/urn";
import { jsonObject } from "../../core/schema/values";
import { isExport, readExport } from "../engine/export";
import { type Preview, readPreview } from "../engine/preview";
import { looksLikePreview } from "../engine/read-digest";
import { type Ingress, ingressOfResources } from "../ingress/ingress";
import { changesOf } from "./change";

/** A stack as it is, or with a change. */
export type StackOrPreview = { readonly state: Ingress } | { readonly preview: Preview };

/**
 * Reads the output of `pulumi stack export`, `pulumi preview --json` or `pulumi refresh --preview-only --json`.
 *
 * @param label The name of a stack without resources.
 * @throws {Error} if the text is something else, or if a preview leaves out resources.
 */
export function readStackOrPreview(label: string, text: string): StackOrPreview {
  if (isExport(jsonObject(text))) {
    const { resources } = readExport(label, text);
    // A stack without resources does not show its name.
    const name = resources[0] ? parseUrn(resources[0].urn) : { project: "", stack: label };
    return { state: ingressOfResources(name, resources) };
  }
  const preview = readPreview(text);
  if (preview.unchangedLeftOut === 0) return { preview };
  throw new Error(
    `the preview leaves out ${preview.unchangedLeftOut} unchanged resources, and any of them may serve a request: ` +
      "make it with `pulumi preview --json --show-sames`",
  );
}

/** The ingress of a stack as it is, or as a preview leaves it; see {@link readStackOrPreview}. */
export function readIngress(label: string, text: string): Ingress {
  const read = readStackOrPreview(label, text);
  return "state" in read ? read.state : changesOf(read.preview).after;
}

/** True for the text of an export or a preview, by its content, even if {@link readStackOrPreview} refuses it. */
export const looksLikeStack = (text: string): boolean =>
  isExport(jsonObject(text)) || looksLikePreview(text);
