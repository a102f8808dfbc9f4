import { httpsEdgeRoute } from "../core/definitions/https-edge-route";
import type { Declared } from "./declared";
import { edgeOf } from "./split";

const { compare } = new Intl.Collator("en", { numeric: true });

/** Objects in the order in which a person looks for them: by domain, or by edge and match. The modules of a route follow it. */
export function inOrder(declared: readonly Declared[]): Declared[] {
  const routes = new Map(declared.flatMap((each) => (isRoute(each) ? [[each.object.id, each] as const] : [])));
  const keyed = declared.map((each) => ({ each, key: keyOf(each, routes.get(String(each.object.outputs.routeId))) }));
  return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ each }) => each);
}

const isRoute = ({ object }: Declared): boolean => object.definition === httpsEdgeRoute;

/** What comes first decides first. */
function keyOf(declared: Declared, route: Declared | undefined): string[] {
  const { object, resource } = declared;
  const { domain, description } = object.outputs;
  if (typeof domain === "string") return [zonesFirst(domain), resource.name];
  const owner = route ?? (isRoute(declared) ? declared : undefined);
  const match = owner ? `1 ${owner.object.outputs.match}` : "0";
  const ofEdge = [edgeOf(object)?.id ?? "", match, owner?.resource.name ?? "", route ? resource.type : ""];
  return [...ofEdge, String(description ?? ""), resource.name];
}

/** `com.example.www`, so that the hosts of a zone follow one another. */
const zonesFirst = (domain: string): string => domain.toLowerCase().split(".").filter(Boolean).reverse().join(".");

function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (const [index, text] of a.entries()) {
    const order = compare(text, b[index] ?? "");
    if (order !== 0) return order;
  }
  return 0;
}
