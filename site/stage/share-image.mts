import { escaped } from "./html.mts";
import { type Finding, readReport } from "./review-report.mts";

/** The file of the picture for shared links, below the base of the site. */
export const SHARE_IMAGE = "share.png";

const WIDTH = 1200;
const HEIGHT = 630;

const COLORS: Readonly<Record<string, string>> = {
  high: "#f98b84",
  medium: "#f1c15f",
  low: "#8cc4f0",
};

/** Returns the picture that other sites show beside a link to a page, as SVG: the name, the sentence and the report. */
export function shareImage(name: string, sentence: string, report: string): string {
  const findings = readReport(report).findings.slice(0, 3);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Inter, 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#10171a"/>`,
    `<rect width="${WIDTH}" height="10" fill="#7fe3d2"/>`,
    MARK,
    textAt({ x: 168, y: 126, size: 52, color: "#ffffff", weight: 700 }, name),
    ...wrapped(sentence, 58).map((line, index) =>
      textAt({ x: 72, y: 214 + index * 42, size: 31, color: "#c3ccd0" }, line),
    ),
    `<rect x="72" y="310" width="${WIDTH - 144}" height="262" rx="16" fill="#1a2327" stroke="#34424a"/>`,
    ...findings.flatMap((finding, index) => findingAt(finding, 338 + index * 78)),
    "</svg>",
  ].join("\n");
}

const findingAt = ({ severity, title }: Finding, top: number): string[] => [
  `<rect x="100" y="${top}" width="128" height="40" rx="20" fill="${COLORS[severity]}"/>`,
  textAt(
    { x: 164, y: top + 28, size: 23, color: "#10171a", weight: 700, anchor: "middle" },
    severity,
  ),
  ...wrapped(title, 62).map((line, index) =>
    textAt({ x: 256, y: top + 29 + index * 30, size: 24, color: "#ffffff" }, line),
  ),
];

/** The mark of the site, as in favicon.svg. */
const MARK = `<g transform="translate(72 72) scale(2.3)"><rect width="32" height="32" rx="8" fill="#0b6b63"/>
<path d="M10 26V15a6 6 0 0 1 12 0v11" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>
<path d="M4 20h11M12 15.5l4.5 4.5-4.5 4.5" fill="none" stroke="#7fe3d2" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></g>`;

interface TextStyle {
  x: number;
  y: number;
  size: number;
  color: string;
  weight?: number;
  anchor?: "start" | "middle";
}

const textAt = (
  { x, y, size, color, weight = 400, anchor = "start" }: TextStyle,
  text: string,
): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${color}" text-anchor="${anchor}">${escaped(text)}</text>`;

/** Returns the lines of a text that is wrapped between words. */
const wrapped = (text: string, length: number): string[] =>
  text.match(new RegExp(`.{1,${length}}(?=\\s|$)`, "g"))?.map((line) => line.trim()) ?? [text];
