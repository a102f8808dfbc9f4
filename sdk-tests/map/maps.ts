import { asHtml } from "../../src/insight/map/html";
import { asMermaid } from "../../src/insight/map/mermaid";
import { asJson, mapOf, mapOfPreview, type StackMap } from "../../src/insight/map/model";
import { asSvg } from "../../src/insight/map/svg";
import { readStackOrPreview } from "../../src/insight/review/read";
import { exportOf, login, onEdge, route } from "../expectations/stacks";
import type { Declared } from "../review/declared";
import { documentOf } from "../review/inputs";
import type { RawStep } from "../review/steps";

export const formats = { html: asHtml, svg: asSvg, mermaid: asMermaid, json: asJson } as const;

export const mapIn = (text: string): StackMap => {
  const read = readStackOrPreview("it", text);
  return "state" in read ? mapOf(read.state) : mapOfPreview(read.preview);
};

/** A stack with everything that a map draws, and a text wherever a program can write it. */
export const resourcesWith = (text: string): Declared[] => [
  route(`admin${text}`, `/admin${text}`, { oauth: login("acme.example", `x${text}.example`) }),
  route("web", "/", { backend: { backendId: `bkd_${text}` } }),
  route("mail", "/mail", { oauth: login("gmail.com") }),
  route("off", "/off", { backend: { backendId: "bkd", enabled: false } }),
  onEdge("HttpsEdgeTlsTermination", { minVersion: "1.2" }),
  onEdge("HttpsEdgeMutualTls", { certificateAuthorityIds: [], enabled: false }),
  { type: "TcpEdgeBackend", name: "tcp", args: { edgeId: "edge_tcp", backendId: "bkd_tcp" } },
  {
    type: "AgentIngress",
    name: `agents${text}`,
    args: { domain: `${text}connect.example`, certificateManagementPolicy: { authority: "letsencrypt" } },
  },
  {
    type: "EventDestination",
    name: "audit",
    args: { format: "json", target: { monitoring: { apiKey: "canary-key", service: "a", site: "b", tags: "c" } } },
  },
  { type: "SshCertificateAuthority", name: "hosts", args: { privateKeyType: "ed25519" } },
];

export const mapWith = (text: string): StackMap => mapIn(exportOf(resourcesWith(text)));

/** The map of a preview. */
export const mapOfSteps = (...steps: RawStep[]): StackMap => mapIn(documentOf(steps));

/** A stack with many routes. */
export const mapOfRoutes = (number: number): StackMap =>
  mapIn(
    exportOf(
      Array.from({ length: number }, (_, index) =>
        route(`route-${index}`, `/path-${index}`, index % 3 === 0 ? { oauth: login("acme.example") } : {}),
      ),
    ),
  );
