import { scopeOf } from "../ingress/routing";
import type { Preview } from "../stack/preview";
import { providersIn } from "./accounts";
import type { ObjectChange } from "./changes";
import { differences } from "./differences";
import type { Context } from "./rules/rule";
import { takeoversOf } from "./takeovers";

/** What the rules know of a preview beside the subject that they look at. */
export function contextOf(preview: Preview, subjects: readonly ObjectChange[]): Context {
  const handovers = takeoversOf(subjects);
  const provider = providersIn(preview);
  const routes = new Map(subjects.map((each) => [JSON.stringify(scopeOf(each.after)), each]));
  const first = new Map<string, ObjectChange>();
  for (const subject of subjects) {
    const { own, modules } = subject.after;
    for (const part of [own, ...Object.values(modules)]) {
      const name = part && provider(part.source.provider).name;
      if (name !== undefined && !first.has(name)) first.set(name, subject);
    }
  }
  return {
    from: Map.groupBy(handovers, ({ from }) => from),
    to: Map.groupBy(handovers, ({ to }) => to),
    at: (cover) => routes.get(JSON.stringify(cover)),
    provider,
    isFirstOf: ({ name }, subject) => first.get(name) === subject,
  };
}

/** Whether nothing changes of a subject, of its provider, and of the routes that serve its requests: most subjects of a large stack. */
export function isUntouched(subject: ObjectChange, { from, to, provider }: Context): boolean {
  const { action, isReplaced, before, after } = subject;
  if (action !== "kept" || isReplaced || from.has(subject) || to.has(subject)) return false;
  const names = Object.keys({ ...before.modules, ...after.modules });
  const pairs = [[before.own, after.own], ...names.map((name) => [before.modules[name], after.modules[name]])];
  return pairs.every(([was, part]) => {
    if (!was && !part) return true;
    if (!was || !part || part.keptBecause || part.ownerUnknown || was.source.urn !== part.source.urn) return false;
    const isSameProvider = was.source.provider === part.source.provider && !provider(part.source.provider).isMoved;
    return isSameProvider && differences(was, part).length === 0;
  });
}
