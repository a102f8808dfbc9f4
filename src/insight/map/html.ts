import { createHash } from "node:crypto";
import type { ModuleDescription } from "../describe/explain";
import { count, markup } from "../report/text";
import { type Changed, changeText } from "./changes";
import type { MapEdge, MapRoute, StackMap } from "./model";
import { type Access, accesses, accessNames, accessText, countsOf, styleOf, titleOf } from "./model";
import type { MapObject } from "./objects";
import { SCRIPT, STYLE } from "./page";

/** One HTML file that asks no other host for anything. */
export function asHtml(maps: readonly StackMap[]): string {
  const title = `Ingress of ${maps.map(titleOf).join(", ")}`;
  const counts = countsOf(maps);
  const total = Object.values(counts).reduce((sum, each) => sum + each, 0);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashOf(STYLE)}'; script-src '${hashOf(SCRIPT)}'; base-uri 'none'; form-action 'none'">
<title>${markup(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${markup(title)}</h1>
<form role="search" aria-label="Routes">
<label>Search <input id="search" type="search" autocomplete="off"></label>
<fieldset><legend>Show</legend>
${accessNames.map((access) => filterOf(access, counts[access])).join("\n")}
</fieldset>
<p id="shown" role="status">${count(total, "route")}</p>
</form>
${LEGEND}
</header>
<main>
${maps.map((map) => stackSection(map, maps.length > 1)).join("\n")}
</main>
<script>${SCRIPT}</script>
</body>
</html>`;
}

const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;

const filterOf = (access: Access, number: number): string =>
  `<label class="${styleOf(access)}"><input type="checkbox" value="${access}" checked> ${accessText(access)} (${number})</label>`;

const term = (html: string, meaning: string): string => `<div><dt>${html}</dt><dd>${meaning}</dd></div>`;

const chip = (kind: string): string => `<ul class="modules"><li class="${kind}">module</li></ul>`;

const LEGEND = `<details class="legend"><summary>Legend</summary><dl>
${accessNames.map((each) => term(`<span class="access ${styleOf(each)}">${accessText(each)}</span>`, accesses[each].meaning)).join("\n")}
${term(chip("protection on"), "it decides who gets in")}
${term(chip("protection on weakened"), "the same, but it admits more than it could")}
${term(chip("other on"), "it does not decide who gets in")}
${term(chip("other off"), "it is disabled")}
${term('<span class="fate">changed</span>', "what the preview does to the object; a line below says what changes")}
</dl></details>`;

const stackSection = (map: StackMap, isOfSeveral: boolean): string =>
  `${isOfSeveral ? `<h2>${markup(titleOf(map))}</h2>` : ""}
${map.edges.map(edgeSection).join("\n")}
${map.objects.length > 0 ? `<section class="objects"><h2>Objects of the account</h2>\n<ul>${map.objects.map(objectItem).join("\n")}</ul></section>` : ""}`;

const objectItem = (object: MapObject): string =>
  `<li><strong>${markup(object.kind)} <bdi>${markup(object.name)}</bdi></strong>${fateBadge(object)} ${object.facts.map(markup).join("; ")}${changedLists(object)}</li>`;

const edgeSection = (edge: MapEdge): string => `<section class="edge">
<h2>${edge.kind} edge <bdi>${markup(edge.id)}</bdi>${fateBadge(edge)}</h2>
${list("modules", edge.modules.map(moduleItem))}
${changedLists(edge)}
${edge.routes.length > 0 ? `<ol class="routes">${edge.routes.map(routeItem).join("\n")}</ol>` : ""}
</section>`;

const routeItem = (route: MapRoute): string =>
  `<li class="route ${styleOf(route.access)}" data-access="${route.access}">
<h3><span class="access">${accessText(route.access)}</span>${accessBefore(route)} <code><bdi>${markup(route.match)}</bdi></code> ${route.isExact ? "exact" : "prefix"}${fateBadge(route)}</h3>
<ul class="modules">${route.modules.map(moduleItem).join("")}</ul>
<p class="source">${markup(route.declaredBy)}</p>
${changedLists(route)}
</li>`;

const accessBefore = ({ accessBefore: before }: MapRoute): string =>
  before === undefined ? "" : ` <span class="before">before: ${accessText(before)}</span>`;

const list = (name: string, items: readonly string[]): string =>
  items.length === 0 ? "" : `<ul class="${name}">${items.join("")}</ul>`;

/** What changes of an object, and what is found of it. */
function changedLists({ changes, marks }: Changed): string {
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

const fateBadge = ({ fate }: Changed): string => (fate === "kept" ? "" : ` <span class="fate">${fate}</span>`);
