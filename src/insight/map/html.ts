import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModuleDescription } from "../ingress/describe";
import { itemText } from "../ingress/module-descriptions";
import { count } from "../report/text";
import { accesses, accessNames, accessText, type RouteAccess, styleOf } from "./accesses";
import { type Annotations, changeText } from "./changes";
import { Html, html, joined, NOTHING } from "./html-template";
import { countsOf, type MapEdge, type MapRoute, type StackMap, titleOf } from "./model";
import { kindText, type MapObject } from "./objects";

/** The page, with its parts in double braces. Its style and its script contain no part, because the policy contains their hashes. */
const PAGE = readFileSync(join(__dirname, "page.html"), "utf8");

/** An HTML file that requests nothing from any host. */
export function asHtml(maps: readonly StackMap[]): string {
  const counts = countsOf(maps);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts: Readonly<Record<string, Html>> = {
    // The policy contains quotes, which a template would escape.
    policy: new Html(
      `default-src 'none'; style-src '${hashOf("style")}'; script-src '${hashOf("script")}'; base-uri 'none'; form-action 'none'`,
    ),
    title: html`Ingress of ${maps.map(titleOf).join(", ")}`,
    filters: joined(
      accessNames.map((access) => filterBox(access, counts[access])),
      "\n",
    ),
    shown: html`${count(total, "route")}`,
    meanings: joined(accessNames.map(legendEntry), "\n"),
    stacks: joined(
      maps.map((map) => stackSection(map, maps.length > 1)),
      "\n",
    ),
  };
  return PAGE.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const part = parts[name];
    if (!part) throw new Error(`page.html contains the part ${name}, which has no value`);
    return part.source;
  });
}

/** The hash of the text of an element, by which the policy of the page allows it. */
function hashOf(element: string): string {
  const text = PAGE.slice(
    PAGE.indexOf(`<${element}>`) + element.length + 2,
    PAGE.indexOf(`</${element}>`),
  );
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

function filterBox(access: RouteAccess, number: number): Html {
  const box = html`<input type="checkbox" value="${access}" checked>`;
  return html`<label class="${styleOf(access)}">${box} ${accessText(access)} (${String(number)})</label>`;
}

const legendEntry = (access: RouteAccess): Html =>
  html`<div><dt><span class="access ${styleOf(access)}">${accessText(access)}</span></dt><dd>${accesses[access].meaning}</dd></div>`;

function stackSection(map: StackMap, hasHeading: boolean): Html {
  const heading = hasHeading ? html`<h2>${titleOf(map)}</h2>` : NOTHING;
  return html`${heading}
${joined(map.edges.map(edgeSection), "\n")}
${objectsSection(map.objects)}`;
}

function objectsSection(objects: readonly MapObject[]): Html {
  if (objects.length === 0) return NOTHING;
  return html`<section class="objects"><h2>Other objects</h2>
<ul>${joined(objects.map(objectItem), "\n")}</ul></section>`;
}

function objectItem(object: MapObject): Html {
  const name = html`<strong>${kindText(object)} <bdi>${object.name}</bdi></strong>`;
  return html`<li>${name}${actionBadge(object)} ${object.facts.join("; ")}${annotationLists(object)}</li>`;
}

function edgeSection(edge: MapEdge): Html {
  return html`<section class="edge">
<h2>${edge.kind} edge <bdi>${itemText(edge.id)}</bdi>${actionBadge(edge)}</h2>
${list("modules", edge.modules.map(moduleItem))}
${annotationLists(edge)}
${routeList(edge.routes)}
</section>`;
}

const routeList = (routes: readonly MapRoute[]): Html =>
  routes.length === 0
    ? NOTHING
    : html`<ol class="routes">${joined(routes.map(routeItem), "\n")}</ol>`;

function routeItem(route: MapRoute): Html {
  const access = html`<span class="access">${accessText(route.access)}</span>${accessBefore(route)}`;
  const match = html`<code><bdi>${itemText(route.match)}</bdi></code> ${route.isExact ? "exact" : "prefix"}`;
  return html`<li class="route ${styleOf(route.access)}" data-access="${route.access}">
<h3>${access} ${match}${actionBadge(route)}</h3>
<ul class="modules">${joined(route.modules.map(moduleItem))}</ul>
<p class="source">${route.declaredBy}</p>
${annotationLists(route)}
</li>`;
}

const accessBefore = ({ accessBefore: before }: MapRoute): Html =>
  before === undefined ? NOTHING : html` <span class="before">before: ${accessText(before)}</span>`;

const list = (style: string, items: readonly Html[]): Html =>
  items.length === 0 ? NOTHING : html`<ul class="${style}">${joined(items)}</ul>`;

/** The changes of an object, and the findings of the review. */
function annotationLists({ changes, marks }: Annotations): Html {
  const changeItems = changes.map((change) => html`<li>${changeText(change)}</li>`);
  const findingItems = marks.map(
    ({ severity, message }) =>
      html`<li class="${severity}"><strong>${severity}</strong> ${message}</li>`,
  );
  return joined([list("changes", changeItems), list("marks", findingItems)]);
}

const stateTexts = { on: "", off: " (disabled)", unknown: " (not known)" } as const;

function moduleItem({ title, effect, state, isProtection, weaknesses }: ModuleDescription): Html {
  const styles = [isProtection ? "protection" : "other", state];
  if (weaknesses.length > 0) styles.push("flawed");
  const flaws = joined(weaknesses.map((weakness) => html` <em>but ${weakness}</em>`));
  return html`<li class="${styles.join(" ")}"><strong>${title}${stateTexts[state]}</strong> ${effect}${flaws}</li>`;
}

const actionBadge = ({ action }: Annotations): Html =>
  action === "unchanged" ? NOTHING : html` <span class="action">${action}</span>`;
