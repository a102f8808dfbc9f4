import { fileURLToPath } from "node:url";
import starlight from "@astrojs/starlight";
import { defineConfig, passthroughImageService } from "astro/config";
import { colouredOutput, namedCode } from "./src/code-blocks.mjs";
import { readSite } from "./stage/pages.mts";
import { publisherAddresses } from "./stage/publisher.mts";
import { SHARE_IMAGE } from "./stage/share-image.mts";
import { sidebar } from "./stage/sidebar.mts";

const { groups, home } = readSite(fileURLToPath(new URL("..", import.meta.url)));
const { site } = publisherAddresses();
const { SITE_BASE: base = "/" } = process.env;

/** Other sites read an absolute address only, which is known once the site has a host. */
const shareImage = site ? new URL(base + SHARE_IMAGE, site).href : base + SHARE_IMAGE;

const meta = (attrs) => ({ tag: "meta", attrs });

export default defineConfig({
  ...(site && { site: site.origin }),
  trailingSlash: "always",
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: home.title,
      logo: { src: "./public/favicon.svg", alt: "" },
      sidebar: sidebar(groups),
      head: [
        // Without scripts, all languages are shown.
        { tag: "noscript", content: "<style>[role=tabpanel][hidden] { display: block }</style>" },
        meta({ property: "og:image", content: shareImage }),
        meta({ property: "og:image:width", content: "1200" }),
        meta({ property: "og:image:height", content: "630" }),
        meta({ property: "og:image:alt", content: `${home.title}: the review of a change` }),
        meta({ name: "twitter:image", content: shareImage }),
      ],
      expressiveCode: {
        plugins: [colouredOutput(), namedCode()],
        themes: ["github-dark", "github-light"],
        useStarlightUiThemeColors: true,
        styleOverrides: { borderRadius: "0.5rem" },
        // A line that continues is indented, so that it does not look like another line.
        defaultProps: {
          wrap: true,
          hangingIndent: 2,
          overridesByLang: {
            "sh,powershell": { frame: "none" },
            plaintext: { hangingIndent: 0, frame: "none" },
          },
        },
      },
      customCss: ["./src/styles/site.css"],
      components: {
        EditLink: "./src/components/EditLink.astro",
        Hero: "./src/components/Hero.astro",
        MarkdownContent: "./src/components/Content.astro",
        PageTitle: "./src/components/PageTitle.astro",
        Search: "./src/components/Search.astro",
        Sidebar: "./src/components/Sidebar.astro",
        SocialIcons: "./src/components/Version.astro",
      },
      credits: false,
    }),
  ],
});
