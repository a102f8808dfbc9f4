import type { Values } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import type { ResourceCase } from "../cases/case";
import { members } from "../emulator/client";

/**
 * The locations of objects on an edge or a route: each object has a separate location, so that they do not interfere.
 */
export class Places {
  private readonly routes = new Map<string, string>();

  private constructor(private readonly emulator: Emulator) {}

  /** Creates the routes of another party that these cases need. */
  static async create(
    emulator: Emulator,
    cases: readonly ResourceCase[],
    names: readonly string[],
  ): Promise<Places> {
    const places = new Places(emulator);
    for (const { type, place } of cases) {
      for (const name of names) if (place === "route") await places.makeRoute(`${type}-${name}`);
    }
    return places;
  }

  /** The arguments that locate the object with this name. */
  of({ type, place }: ResourceCase, name: string): Values {
    if (!place) return {};
    const edgeId = edgeOf(`${type}-${name}`);
    return place === "edge" ? { edgeId } : { edgeId, routeId: this.routes.get(`${type}-${name}`) };
  }

  /** True if the object at a path is one of those routes. */
  isForeign(path: string): boolean {
    return [...this.routes.values()].some((id) => path.endsWith(`/${id}`));
  }

  private async makeRoute(name: string): Promise<void> {
    this.routes.set(name, await foreignRouteOn(this.emulator, edgeOf(name)));
  }
}

/** Creates a route on an edge, as another party, and returns its id. */
export async function foreignRouteOn(emulator: Emulator, edgeId: string): Promise<string> {
  const route = { match_type: "exact_path", match: "/" };
  return String((await members(emulator, "POST", `/edges/https/${edgeId}/routes`, route)).id);
}

const edgeOf = (name: string): string => `edge_${name}`;

/** True if an object at a path is directly in the folder. */
export const isDirectlyBelow = (folder: string, path: string): boolean =>
  path.startsWith(folder) && !path.slice(folder.length).includes("/");
