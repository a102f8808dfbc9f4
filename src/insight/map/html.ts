import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModuleDescription } from "../ingress/describe";
import { itemText } from "../ingress/modules";
import { count, markup } from "../report/text";
import { type Annotations, changeText } from "./changes";
import type { MapEdge, MapRoute, StackMap } from "./model";
import { type Access, accesses, accessNames, accessText, countsOf, styleOf, titleOf } from "./model";
import type { MapObject } from "./objects";

const PAGE = readFileSync(join(__dirname, "page.html"), "utf8");

/** One HTML file that asks no other host for anything. */
export function asHtml(maps: readonly StackMap[]): string {
  const counts = countsOf(maps);
  const total = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const parts: Readonly<Record<string, string>> = {
    policy: `default-src 'none'; style-src '${hashOf("style")}'; script-src '${hashOf("script")}'; base-uri 'none'; form-action 'none'`,
    title: markup(`Ingress of ${maps.map(titleOf).join(", ")}`),
    filters: accessNames.map((access) => filterOf(access, counts[access])).join("\n"),
    shown: count(total, "route"),
    meanings: accessNames.map(meaningOf).join("\n"),
    stacks: maps.map((map) => stackSection(map, maps.length > 1)).join("\n"),
  };
  return PAGE.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? "");
}

/** The hash of the text of an element, by which the policy of the page allows it. */
function hashOf(element: string): string {
  const text = PAGE.slice(PAGE.indexOf(`<${element}>`) + element.length + 2, PAGE.indexOf(`</${element}>`));
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

const filterOf = (access: Access, number: number): string =>
  `<label class="${styleOf(access)}"><input type="checkbox" value="${access}" checked> ${accessText(access)} (${number})</label>`;

const meaningOf = (access: Access): string =>
  `<div><dt><span class="access ${styleOf(access)}">${accessText(access)}</span></dt><dd>${accesses[access].meaning}</dd></div>`;

const stackSection = (map: StackMap, isOfSeveral: boolean): string =>
  `${isOfSeveral ? `<h2>${markup(titleOf(map))}</h2>` : ""}
${map.edges.map(edgeSection).join("\n")}
${map.objects.length > 0 ? `<section class="objects"><h2>Objects of the account</h2>\n<ul>${map.objects.map(objectItem).join("\n")}</ul></section>` : ""}`;

const objectItem = (object: MapObject): string =>
  `<li><strong>${markup(object.kind)} <bdi>${markup(object.name)}</bdi></strong>${actionBadge(object)} ${object.facts.map(markup).join("; ")}${changedLists(object)}</li>`;

const edgeSection = (edge: MapEdge): string => `<section class="edge">
<h2>${edge.kind} edge <bdi>${markup(itemText(edge.id))}</bdi>${actionBadge(edge)}</h2>
${list("modules", edge.modules.map(moduleItem))}
${changedLists(edge)}
${edge.routes.length > 0 ? `<ol class="routes">${edge.routes.map(routeItem).join("\n")}</ol>` : ""}
</section>`;

const routeItem = (route: MapRoute): string =>
  `<li class="route ${styleOf(route.access)}" data-access="${route.access}">
<h3><span class="access">${accessText(route.access)}</span>${accessBefore(route)} <code><bdi>${markup(itemText(route.match))}</bdi></code> ${route.isExact ? "exact" : "prefix"}${actionBadge(route)}</h3>
<ul class="modules">${route.modules.map(moduleItem).join("")}</ul>
<p class="source">${markup(route.declaredBy)}</p>
${changedLists(route)}
</li>`;

const accessBefore = ({ accessBefore: before }: MapRoute): string =>
  before === undefined ? "" : ` <span class="before">before: ${accessText(before)}</span>`;

const list = (name: string, items: readonly string[]): string =>
  items.length === 0 ? "" : `<ul class="${name}">${items.join("")}</ul>`;

/** What changes of an object, and what is found of it. */
function changedLists({ changes, marks }: Annotations): string {
  const items = marks.map(({ severity, message }) => {
    return `<li class="${severity}"><strong>${severity}</strong> ${markup(message)}</li>`;
  });
  const lines = changes.map((each) => `<li>${markup(changeText(each))}</li>`);
  return list("changes", lines) + list("marks", items);
}

const states = { on: "", off: " (disabled)", unknown: " (known at apply)" } as const;

function moduleItem({ title, says, state, isProtection, weaknesses }: ModuleDescription): string {
  const kind = `${isProtection ? "protection" : "other"} ${state}${weaknesses.length > 0 ? " weakened" : ""}`;
  const flaws = weaknesses.map((each) => ` <em>but ${markup(each)}</em>`).join("");
  return `<li class="${kind}"><strong>${markup(title)}${states[state]}</strong> ${markup(says)}${flaws}</li>`;
}

const actionBadge = ({ action }: Annotations): string =>
  action === "unchanged" ? "" : ` <span class="action">${action}</span>`;
