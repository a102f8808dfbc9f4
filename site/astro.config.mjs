import { fileURLToPath } from "node:url";
import starlight from "@astrojs/starlight";
import { defineConfig, passthroughImageService } from "astro/config";
import { namedCode } from "./src/named-code.mjs";
import { readSite } from "./stage/pages.mts";

const { groups, home } = readSite(fileURLToPath(new URL("..", import.meta.url)));

export default defineConfig({
  trailingSlash: "always",
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: home.title,
      sidebar: groups.map(({ title, isOpen, pages }) => ({
        label: title,
        collapsed: !isOpen,
        items: pages.map(({ page, label }) => ({ label, slug: page.id })),
      })),
      // Without scripts, all languages are shown.
      head: [
        { tag: "noscript", content: "<style>[role=tabpanel][hidden] { display: block }</style>" },
      ],
      expressiveCode: {
        plugins: [namedCode()],
        defaultProps: { overridesByLang: { "sh,console,text": { wrap: true } } },
      },
      customCss: ["./src/styles/site.css"],
      components: {
        MarkdownContent: "./src/components/Content.astro",
        PageTitle: "./src/components/PageTitle.astro",
        Search: "./src/components/Search.astro",
        SocialIcons: "./src/components/Version.astro",
      },
      pagination: false,
      credits: false,
    }),
  ],
});
