/** A collection of objects that the API lists. */
export interface Collection {
  readonly path: string;
  /** Name of the array in the response of the list. */
  readonly member: string;
  readonly noun: string;
}

export const agentIngresses: Collection = {
  path: "/agent_ingresses",
  member: "ingresses",
  noun: "agent ingress",
};

export const authorities: Collection = {
  path: "/ssh_certificate_authorities",
  member: "ssh_certificate_authorities",
  noun: "SSH certificate authority",
};

export const destinations: Collection = {
  path: "/event_destinations",
  member: "event_destinations",
  noun: "event destination",
};

export const collections = [agentIngresses, authorities, destinations] as const;

/** The path of an object with this id. An id that is not well-formed cannot leave its collection. */
export const objectPath = ({ path }: Pick<Collection, "path">, id: unknown): string =>
  `${path}/${encodeURIComponent(String(id))}`;

export const routesPath = (edge: string): string =>
  `/edges/https/${encodeURIComponent(edge)}/routes`;
