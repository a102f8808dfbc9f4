import { type Mutation, pick } from "./change";
import type { MutualTls } from "./model";
import { hidden } from "./module-mutations";
import { edges } from "./route-mutations";
import { settingsOf } from "./settings";

/** Changes of the modules of edges. */

const ofMutualTls =
  (change: (clients: MutualTls, b: number, c: number) => readonly MutualTls[]): Mutation =>
  (ingress, a, b, c) => {
    const clients = pick(ingress.mutualTls, a);
    const changed = (settings: MutualTls) =>
      settings === clients ? change(settings, b, c) : [settings];
    return { ...ingress, mutualTls: ingress.mutualTls.flatMap(changed) };
  };

/** Changes that let in whom the edge let in before. */
export const harmlessOfEdges: Readonly<Record<string, Mutation>> = {
  renameMutualTls: ofMutualTls((clients) => [{ ...clients, name: `${clients.name}-renamed` }]),
};

export const edgeMutations: Readonly<Record<string, Mutation>> = {
  ...harmlessOfEdges,
  removeMutualTls: ofMutualTls(() => []),
  resettleMutualTls: ofMutualTls((clients, b) => [
    { ...clients, settings: pick(settingsOf.mutualTls, b) ?? {} },
  ]),
  moveMutualTls: ofMutualTls((clients, b) => [{ ...clients, edgeId: pick(edges, b) ?? "edge_1" }]),
  hideEdgeOfMutualTls: ofMutualTls((clients) => [
    { ...clients, edgeId: hidden(1, "clients edge") },
  ]),
  hideMutualTls: ofMutualTls((clients, b, c) => {
    const argument = b % 2 === 0 ? "certificateAuthorityIds" : "enabled";
    return [
      {
        ...clients,
        settings: { ...clients.settings, [argument]: hidden(c, `clients ${argument}`) },
      },
    ];
  }),
};
