import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { optionsOf } from "../../site/site.mts";
import { describedVersion, recordVersion, withVersion } from "../../site/stage/build.mts";
import { withChoosers } from "../../site/stage/choosers.mts";
import { withDiagrams } from "../../site/stage/diagrams.mts";
import { homePage } from "../../site/stage/home.mts";
import { withWholeNames } from "../../site/stage/html.mts";
import { Links } from "../../site/stage/links.mts";
import { linksOf, summary, titleAndBody, withLinks } from "../../site/stage/markdown.mts";
import { llmsText, writeMarkdownPages } from "../../site/stage/markdown-pages.mts";
import { idOf, type Page } from "../../site/stage/pages.mts";
import { sidebar } from "../../site/stage/sidebar.mts";
import { stage } from "../../site/stage/stage.mts";
import { withTables } from "../../site/stage/tables.mts";
import { folderOfTest } from "../support/folders";

/** Blocks of TypeScript, Python and C#, of which tabs are made. */
const tabs = [
  {
    source: "blocks that follow each other",
    text: "```ts\nts\n```\n\n```python\npython\n```\n\n```csharp\ncsharp\n```",
  },
  {
    source: "blocks of which some are generated",
    text: "```ts\nts\n```\n\n```python\npython\n```\n<!-- generated:a -->\n```csharp\ncsharp\n```\n<!-- /generated -->",
  },
  {
    source: "Pulumi's markers",
    text: "<!--Start PulumiCodeChooser -->\n```typescript\ntypescript\n```\n```python\npython\n```\n```csharp\ncsharp\n```\n<!--End PulumiCodeChooser -->",
  },
  {
    source: "the shortcodes of the Registry",
    text: '{{< chooser language "typescript,python,csharp" >}}\n\n{{% choosable language typescript %}}\n\n```typescript\ntypescript\n```\n\n{{% /choosable %}}\n\n{{% choosable language python %}}\n\n```python\npython\n```\n\n{{% /choosable %}}\n\n{{% choosable language csharp %}}\n\n```csharp\ncsharp\n```\n\n{{% /choosable %}}\n\n{{< /chooser >}}',
  },
];

/** Blocks of which no tabs are made. */
const noTabs = [
  { source: "a block alone", text: "```ts\nts\n```" },
  {
    source: "blocks with a text between them",
    text: "```ts\nts\n```\n\nand\n\n```python\npython\n```",
  },
  { source: "blocks of which a command is one", text: "```ts\nts\n```\n\n```sh\nsh\n```" },
  { source: "blocks in the same language", text: "```ts\na\n```\n\n```typescript\nb\n```" },
];

/** Documents, and the addresses of their pages. */
const addresses = [
  { path: "docs/quickstart.md", id: "quickstart" },
  { path: "docs/guides/index.md", id: "guides" },
  { path: "docs/reference/resources/AgentIngress.md", id: "reference/resources/agentingress" },
  { path: "CHANGELOG.md", id: "changelog" },
  { path: "bench/README.md", id: "bench" },
  { path: "docs/decisions", id: "decisions" },
];

/** Links of docs/a.md, and where they lead below /v1/. */
const links = [
  { link: "../README.md", target: "/v1/" },
  { link: "../examples/b#files", target: "/v1/examples/b/#files" },
  { link: "../examples/b/index.ts", target: "/v1/examples/b/" },
  { link: "../LICENSE", target: "/v1/files/LICENSE" },
];

/** Changelogs, and how the site names version 1.2.3. */
const changelogs = [
  { changelog: "## [Unreleased]\n\n### Added\n\n- a\n\n## [1.2.3]", name: "1.2.3 + unreleased" },
  { changelog: "## [Unreleased]\n\n## [1.2.3]", name: "1.2.3" },
  { changelog: "## [1.2.3]", name: "1.2.3" },
];

/** Options of `npm run site`, and why they are refused. */
const refused = [
  {
    args: ["--base", "v1"],
    problem: "--base is v1: write a path that begins and ends with a slash, such as /v0.1/.",
  },
  { args: ["--base", "/../"], problem: "--base is /../: " },
  { args: ["--base", "//host/"], problem: "--base is //host/: " },
  { args: ["--port", "x"], problem: "--port is x: write a number of at most 65535." },
  { args: ["--what"], problem: "--what" },
];

const fence = (language: string, text = language) => `\`\`\`${language}\n${text}\n\`\`\``;

const languagesOf = (text: string) =>
  [...text.matchAll(/data-language="([^"]*)"/g)].map(([, name]) => name);

describe("tabs", () => {
  it.each(tabs)("are made of $source", ({ text }) => {
    const tabs = withChoosers(`Before.\n\n${text}\n\nAfter.`);
    expect(languagesOf(tabs)).toEqual(["TypeScript", "Python", "C#"]);
    expect(
      tabs.replaceAll(/<language-chooser>.*<\/language-chooser>|<!--.*?-->/gs, "").split(/\s+/),
    ).toEqual(["Before.", "After."]);
  });

  it.each(noTabs)("are not made of $source", ({ text }) => {
    expect(languagesOf(withChoosers(text))).toEqual([]);
    expect(withChoosers(text).trim().split(/\s+/)).toEqual(text.split(/\s+/));
  });

  it("of two choosers in a row stay apart", () => {
    const chooser = `${fence("ts")}\n\n${fence("go")}`;
    expect(withChoosers(`${chooser}\n\n${chooser}`).match(/<language-chooser>/g)).toHaveLength(2);
  });
});

describe("links", () => {
  it("outside of code are rewritten, and others stay", () => {
    const text = [
      "[a](b.md#c) ![p](d.svg) [`e`](f.md) [g](#h) [i](https://example.com/j.md) `[k](l.md)`",
      fence("md", "[m](n.md)"),
    ].join("\n");
    expect(withLinks(text, (path, anchor) => `/${path}${anchor}`)).toBe(
      text
        .replace("(b.md#c)", "(/b.md#c)")
        .replace("(d.svg)", "(/d.svg)")
        .replace("(f.md)", "(/f.md)"),
    );
    expect(linksOf(text).map(({ path }) => path)).toEqual(["b.md", "d.svg", "f.md"]);
  });
});

it("a title is the first heading without its marks, after front matter", () => {
  expect(titleAndBody("---\na: b\n---\n\n# The `title`\n\nText.\n")).toEqual({
    title: "The title",
    body: "\nText.\n",
  });
});

it.each(addresses)("the address of $path has $id", ({ path, id }) => {
  expect(idOf(path)).toBe(id);
});

it("tables are in a frame, name columns without a head, and let names break at dots", () => {
  const table = withTables("| | B |\n| --- | --- |\n| `a.b[].c` | `d.e` |\n");
  expect(table).toContain('<span class="sr-only">Item</span>');
  expect(table).toContain("| <code>a.<wbr>b[].<wbr>c</code> | `d.e` |");
  expect(table).toMatch(/^<div class="table">\n\n\|/);
  const wide = withTables("| A | B | C |\n| --- | --- | --- |\n| `a|b` | c \\| d | |\n");
  expect(wide).toContain(
    '| `a|b` | <span class="cell-head" data-pagefind-ignore>B</span> c \\| d | |',
  );
  const messages = withTables(
    "| A | B |\n| --- | --- |\n| `the module at <path> is not deleted: …` | d |\n",
  );
  expect(messages).toContain(
    "| <code>the module at &#60;path&#62; is not deleted: …<wbr></code> | d |",
  );
  expect(withTables(fence("text", "| | B |\n| --- | --- |\n"))).not.toContain("<div");
});

it("a table of figures that fits on a phone stays a table there", () => {
  const figures = "| | 10 objects | 20 objects |\n| --- | --- | --- |\n| up | 1.4 (1.5) | – |\n";
  expect(withTables(figures)).not.toContain("cell-head");
  expect(withTables(figures.replace("1.4 (1.5)", "fast"))).toContain("cell-head");
  expect(withTables(figures.replace("–", "1.4 (1.35–1.45) to 1.5"))).toContain("cell-head");
});

it("short words of code within a sentence stay on one line", () => {
  const code = (text: string) => `<code dir="auto">${text}</code>`;
  expect(withWholeNames(code("map --stack a_name_of_more_than_20"))).toBe(
    code(
      '<span class="whole">map</span> <span class="whole">--stack</span> a_name_of_more_than_20',
    ),
  );
  expect(withWholeNames("<pre><code>--stack</code></pre>")).toBe("<pre><code>--stack</code></pre>");
});

it("a diagram is a picture with the name of its section, in the site's colours", () => {
  const draw = (source: string) =>
    `<svg width="100.5" style="x"><style>a</style>\n\n<text>${source}</text></svg>`;
  const text = withDiagrams(`## How\n\n${fence("mermaid", "a --> b")}\n`, draw, "Title");
  expect(text).toContain(
    '<svg role="img" aria-label="Diagram: How" style="min-width: 70px" width="100.5">\n<text>a --> b</text></svg>',
  );
});

it("the home page names a part of the README that is missing", () => {
  const texts = { readme: "# a\n\nb\n", overview: "## Example\n\nc\n", review: "" };
  expect(() => homePage(texts)).toThrow('README.md has no heading "A review of each change"');
});

describe("the pages that the generator reads", () => {
  /** Writes a site of three pages, and returns the folder. */
  const stagedSite = (page: Partial<Page>, base: string, repository?: string) => {
    const folder = folderOfTest();
    mkdirSync(join(folder, "examples/b"), { recursive: true });
    writeFileSync(join(folder, "LICENSE"), "free");
    const home: Page = { path: "README.md", id: "index", title: "Home", body: "" };
    const pages: Page[] = [
      home,
      { path: "docs/a.md", id: "a", title: "A", body: "", ...page },
      { path: "examples/b", id: "examples/b", title: "B", body: "" },
    ];
    const site = { home, groups: [], pages };
    stage(site, { root: folder, folder, base, repository, draw: () => "" });
    writeMarkdownPages(site, new Links(site, folder, base), base, folder);
    return folder;
  };

  const staged = (page: Partial<Page>, base = "/", repository?: string): string =>
    readFileSync(
      join(stagedSite(page, base, repository), `src/content/docs/${page.id ?? "a"}.md`),
      "utf8",
    );

  it.each(links)("lead a link to $link to $target", ({ link, target }) => {
    expect(staged({ body: `[x](${link})` }, "/v1/")).toContain(`[x](${target})`);
  });

  it("have a title that YAML accepts", () => {
    expect(staged({ title: 'a: "b"' })).toContain('"title":"a: \\"b\\""');
  });

  it("are not written if a link leads nowhere", () => {
    expect(() => staged({ body: "[x](c.md)" })).toThrow(
      "A page links to docs/c.md, which does not exist.",
    );
  });

  it("color the differences of programs as TypeScript", () => {
    expect(staged({ body: fence("diff") })).toContain('```diff lang="ts"\n');
  });

  it("name the page as Markdown", () => {
    expect(staged({}, "/v1/")).toContain('"type":"text/markdown","href":"/v1/a.md"');
  });

  it.each([
    { title: "to their sources", path: "docs/a.md", url: '"https://host/r/edit/main/docs/a.md"' },
    {
      title: "to the README of an example",
      path: "examples/c",
      url: '"https://host/r/edit/main/examples/c/README.md"',
    },
    { title: "to no source that is generated", path: "docs/reference/cli.md", url: "false" },
    { title: "to no folder", path: "docs/decisions", url: "false" },
  ])("link $title", ({ path, url }) => {
    expect(staged({ path }, "/", "https://host/r")).toContain(`"editUrl":${url}`);
  });

  it("link to no source if the repository has no address", () => {
    expect(staged({})).toContain('"editUrl":false');
  });

  it.each([
    { link: "../README.md", target: "/v1/index.md" },
    { link: "../examples/b#files", target: "/v1/examples/b.md#files" },
    { link: "../LICENSE", target: "/v1/files/LICENSE" },
  ])("are Markdown, too, which leads a link to $link to $target", ({ link, target }) => {
    const folder = stagedSite({ body: `<!-- generated:x -->\n[x](${link})\n` }, "/v1/");
    expect(readFileSync(join(folder, "a.md"), "utf8")).toBe(`# A\n\n[x](${target})\n`);
  });
});

describe("the lists of all pages", () => {
  const page: Page = { path: "docs/a.md", id: "a", title: "A", body: "First. Second.\n" };
  const home: Page = { ...page, path: "README.md", id: "index", title: "Home", source: "A site." };
  const longPage = { ...page, id: "b", title: "HttpsEdgeRouteJwtValidation" };
  const groups = [
    {
      title: "Guides",
      isOpen: true,
      pages: [
        { page, label: "a" },
        { page: longPage, label: longPage.title, heading: "Protect" },
      ],
    },
    { title: "Project", isOpen: false, pages: [] },
  ];

  it("are llms.txt, with a sentence on each page, and what is for contributors as optional", () => {
    expect(llmsText({ home, groups }, "/v1/")).toBe(
      `${[
        "# Home",
        "> A site.",
        "- [Home](/v1/index.md): A site.",
        "## Guides",
        "- [A](/v1/a.md): First.\n- [HttpsEdgeRouteJwtValidation](/v1/b.md): First.",
        "## Optional",
        "",
      ].join("\n\n")}\n`,
    );
  });

  it("are the sidebar, with a group for each heading, in which long names may break", () => {
    expect(sidebar(groups)[0]).toEqual({
      label: "Guides",
      collapsed: false,
      items: [
        { label: "a", slug: "a" },
        {
          label: "Protect",
          collapsed: true,
          items: [{ label: "Https\u200bEdge\u200bRoute\u200bJwt\u200bValidation", slug: "b" }],
        },
      ],
    });
  });

  it.each([
    { body: "| a |\n\n`code` begins it.\n", text: "code begins it." },
    { body: "![a](b.svg)\n\n[A link](c.md) begins it.\n", text: "A link begins it." },
    { body: "| a |\n", text: "" },
  ])("describe the page $body as $text", ({ body, text }) => {
    expect(summary(body)).toBe(text);
  });
});

describe("versions", () => {
  it.each(changelogs)("are named after the changelog $changelog", ({ changelog, name }) => {
    expect(describedVersion("1.2.3", changelog)).toBe(name);
  });

  it("in development have what is unreleased", () => {
    expect(describedVersion("1.3.0-dev", "## [Unreleased]\n\n- a\n")).toBe("1.3.0-dev");
  });

  it("are listed from the newest, each path once", () => {
    const versions = [
      { version: "0.9.0", path: "/v0.9/" },
      { version: "0.1.0", path: "/" },
    ];
    expect(
      withVersion(versions, { version: "0.10.0", path: "/" }).map(({ version }) => version),
    ).toEqual(["0.10.0", "0.9.0"]);
  });

  it.each([
    ["/", "versions.json"],
    ["/v1/", "versions.json"],
    ["/docs/v1/", "docs/versions.json"],
  ])("of the base %s are in %s", (path, file) => {
    const out = folderOfTest();
    mkdirSync(join(out, path), { recursive: true });
    recordVersion(out, { version: "1.0.0", path });
    recordVersion(out, { version: "1.1.0", path });
    expect(JSON.parse(readFileSync(join(out, file), "utf8"))).toEqual([{ version: "1.1.0", path }]);
  });
});

describe("the options of npm run site", () => {
  it.each(refused)("$args are refused", ({ args, problem }) => {
    expect(() => optionsOf(args)).toThrow(problem);
  });

  it("have defaults", () => {
    expect(optionsOf([])).toMatchObject({ base: "/", serve: false, port: 4321, help: false });
  });
});
