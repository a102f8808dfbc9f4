import { httpsEdgeRoute } from "../../src/core/definitions";
import type { Emulator } from "../../src/emulator";
import { resourceOf } from "../support/resources";
import type { Engine, Stored } from "./engine";
import { caseOf } from "./programs";
import { argumentsIn, declaredArguments } from "./protection";

/** Matches an error about an object that no list shows. */
const LOOK = /look for (the route|the object|it)\b/;

/** True if the API can delete this module of a route without the route. */
const isDeletable = (path: string): boolean =>
  Object.values(httpsEdgeRoute.modules).some((segment) => path.endsWith(`/${segment}`));

export const pathOf = ({ type, id, inputs }: Pick<Stored, "type" | "id" | "inputs">): string =>
  caseOf(type).path(id, inputs);

const isObject = (type: string): boolean => resourceOf(type).definition.kind === "collection";

/** The objects on a server that the states of stacks, their errors, or another party account for. */
export class Accounts {
  /** Objects of another party. */
  readonly foreign = new Set<string>();
  /**
   * Objects that are expected to remain: retained objects, and modules of a route whose deletion was to delete them.
   */
  readonly left = new Set<string>();

  constructor(
    private readonly emulator: Emulator,
    private readonly stacks: readonly Engine[],
  ) {}

  reset(): void {
    this.foreign.clear();
    this.left.clear();
  }

  /** The objects of the stacks on the server, and the modules that can be deleted separately. */
  owned(): string[] {
    return this.emulator
      .objects()
      .filter(({ kind, path }) => kind !== "route_module" || isDeletable(path))
      .map(({ path }) => path)
      .filter((path) => !this.foreign.has(path));
  }

  /** Objects that are not in any state, though no stack gave them up. */
  stateless(): string[] {
    const states = this.stacks.flatMap(({ state, pendingDeletes }) => [
      ...[...state.values(), ...pendingDeletes].map(pathOf),
      ...argumentsIn(state),
      ...declaredArguments(state),
    ]);
    const known = new Set([...states, ...this.left]);
    return this.owned().filter((path) => !known.has(path));
  }

  /** Objects that are neither in a state nor named in an error. */
  unaccounted(): string[] {
    const errors = this.stacks.flatMap((stack) => stack.errors);
    const messages = errors.join("\n");
    const lost = this.stateless().filter(
      (path) => !messages.includes(path.slice(path.lastIndexOf("/") + 1)),
    );
    const whole = lost.filter((path) => !lost.some((other) => path.startsWith(`${other}/`)));
    // If no list shows an object, an error can only describe it. Each error accounts for one object.
    const unlisted = errors.filter((error) => LOOK.test(error));
    return whole.filter((path) => {
      const at = unlisted.findIndex((error) => this.isDescribedBy(error, path));
      return at < 0 || unlisted.splice(at, 1).length === 0;
    });
  }

  /**
   * Objects that more than one resource manages, of one stack or of several. Modules belong to all resources that
   * configure them.
   */
  shared(): string[] {
    const all = this.stacks.flatMap(({ state, pendingDeletes }) => [
      ...state.values(),
      ...pendingDeletes,
    ]);
    const paths = all.filter(({ type }) => isObject(type)).map(pathOf);
    return paths.filter((path, index) => paths.indexOf(path) !== index);
  }

  /**
   * True if an error asks the user to look for this object, described by its kind: a route, or an object of a
   * collection.
   */
  private isDescribedBy(error: string, path: string): boolean {
    const body = this.emulator.objects().find((object) => object.path === path)?.body;
    const [, edgeId] = /^\/edges\/https\/([^/]+)\/routes\/[^/]+$/.exec(path) ?? [];
    return edgeId === undefined
      ? error.includes(`POST ${path.slice(0, path.lastIndexOf("/"))}`) && LOOK.test(error)
      : error.includes(
          `look for the route ${body?.match_type} ${body?.match} on the edge ${edgeId}`,
        );
  }
}
