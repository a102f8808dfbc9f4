import { createHash } from "node:crypto";
import type { ModuleDescription } from "../describe/explain";
import { count, markup } from "../report/text";
import { type Changed, changeText } from "./changes";
import type { MapEdge, MapRoute, StackMap } from "./model";
import { accesses, accessNames, accessText, countsOf, styleOf, titleOf } from "./model";
import type { MapObject } from "./objects";

/** One HTML file that asks no other host for anything. */
export function asHtml(maps: readonly StackMap[]): string {
  const title = `Ingress of ${maps.map(titleOf).join(", ")}`;
  const counts = countsOf(maps);
  const filters = accessNames.map(
    (each) =>
      `<label class="${styleOf(each)}"><input type="checkbox" value="${each}" checked> ${accessText(each)} (${counts[each]})</label>`,
  );
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
${filters.join("\n")}
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

/** The style of the page. It has no address in it: the page asks no host for anything. */
const STYLE = `
:root { --text: #1b1b1b; --soft: #50555c; --page: #ffffff; --card: #f5f6f8; --line: #c4c9d0;
  --open: #a3160f; --weak: #7a4d00; --protected: #14602f; --unknown: #4a4f57; }
@media (prefers-color-scheme: dark) { :root { --text: #ececec; --soft: #b4bac3; --page: #17191c; --card: #212429; --line: #474d56;
  --open: #ff9d94; --weak: #f3c46b; --protected: #86d9a2; --unknown: #c0c5cd; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; font: 1rem/1.45 system-ui, sans-serif; color: var(--text); background: var(--page); }
h1 { font-size: 1.5rem; margin: 0 0 .75rem; } h2 { font-size: 1.2rem; margin: 1.75rem 0 .5rem; } h3, form p { font-size: 1rem; margin: 0; }
h1, h2, h3, li, code { overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; }
input[type=search] { font: inherit; padding: .3rem .5rem; color: inherit; background: var(--page); border: 1px solid var(--soft); border-radius: .25rem; }
fieldset { border: 0; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; } legend { float: left; margin-right: 1rem; padding: 0; }
:focus-visible { outline: 3px solid #4c8dff; outline-offset: 2px; }
ol, ul { margin: 0; padding: 0; list-style: none; }
.route { border: 1px solid var(--line); border-left: .45rem solid var(--accent); border-radius: .3rem; background: var(--card);
  margin: .5rem 0; padding: .5rem .75rem; content-visibility: auto; contain-intrinsic-size: auto 6rem; }
.open { --accent: var(--open); } .weak { --accent: var(--weak); } .protected { --accent: var(--protected); }
.not-known, .serves-nothing { --accent: var(--unknown); }
.not-known.route, .serves-nothing.route { border-left-style: dashed; }
.access { color: var(--accent); font-weight: 700; } code { font-size: 1.05em; font-weight: 700; }
.modules { display: flex; flex-wrap: wrap; gap: .35rem; margin: .4rem 0; }
.modules li { border: 1px solid var(--line); border-radius: .3rem; padding: .1rem .5rem; background: var(--page); }
.modules .protection.on { border-color: var(--protected); } .modules .protection.weakened { border-color: var(--weak); border-width: 2px; } .modules .off { color: var(--soft); border-style: dashed; }
.modules em { color: var(--weak); font-style: normal; font-weight: 600; }
.source { color: var(--soft); margin: 0; font-size: .9rem; }
.fate { border: 1px solid currentColor; border-radius: .3rem; padding: 0 .35rem; font-size: .85rem; font-weight: 600; }
.before { font-weight: 400; font-size: .9rem; color: var(--soft); } .changes { margin: .25rem 0 0; } .changes li::before { content: "\\2192\\00a0"; }
.legend { margin-top: .5rem; } .legend dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); gap: .25rem 1.5rem; margin: .5rem 0; }
.legend div { display: flex; gap: .75rem; align-items: baseline; } .legend dt { flex: 0 0 8.5rem; } .legend dd { margin: 0; } .legend .modules { margin: 0; }
.marks li { margin-top: .25rem; } .marks strong { text-transform: uppercase; color: var(--weak); } .marks .high strong { color: var(--open); }
.objects li { margin: .3rem 0; }
[hidden] { display: none; }
@media print { form { display: none; } body { max-width: none; padding: 0; } .route { content-visibility: visible; break-inside: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; } summary { list-style: none; } }
`;

/** Filters the routes by text and by access. */
const SCRIPT = `
const search = document.getElementById("search");
const shown = document.getElementById("shown");
const boxes = [...document.querySelectorAll("input[type=checkbox]")];
const routes = [...document.querySelectorAll(".route")].map((element) => {
  const heading = element.closest(".edge").querySelector("h2").textContent;
  return { element, text: (heading + " " + element.textContent).toLowerCase() };
});
function filter() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const accesses = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  const isShown = ({ element, text }) => accesses.has(element.dataset.access) && words.every((word) => text.includes(word));
  for (const route of routes) route.element.hidden = !isShown(route);
  shown.textContent = routes.filter(isShown).length + " of " + routes.length + " routes";
}
search.form.addEventListener("submit", (event) => event.preventDefault());
search.form.addEventListener("input", filter);
`;
