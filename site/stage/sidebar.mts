import type { Group, Item } from "./pages.mts";

/** An entry of the sidebar, as the generator's configuration has it. */
type Entry =
  | { label: string; slug: string }
  | { label: string; collapsed: boolean; items: readonly Entry[] };

/** Returns the sidebar of the groups of the navigation. */
export const sidebar = (groups: readonly Group[]): Entry[] =>
  groups.map(({ title, isOpen, pages }) => ({
    label: title,
    collapsed: !isOpen,
    items: itemsOf(pages),
  }));

/** Returns links; the pages below the same heading are a group, which is closed unless it has the current page. */
const itemsOf = (pages: readonly Item[]): Entry[] =>
  [...Map.groupBy(pages, ({ heading }) => heading)].flatMap(([heading, items]): Entry[] => {
    const links = items.map(({ page, label }) => ({ label: breakable(label), slug: page.id }));
    return heading === undefined ? links : [{ label: heading, collapsed: true, items: links }];
  });

/** Returns a label in which a long name of a resource may break before a capital letter. */
const breakable = (label: string): string =>
  label.length > 24 && !label.includes(" ")
    ? label.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "\u200b")
    : label;
