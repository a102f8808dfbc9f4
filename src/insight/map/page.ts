/** The style of the page. It has no address in it: the page asks no host for anything. */
export const STYLE = `
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
export const SCRIPT = `
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
