/* Every resource type: each file exports definitions, and the types of their arguments and outputs. */
export * from "./agent-ingress";
export * from "./edge-modules";
export * from "./event-destination";
export * from "./https-edge-route";
export * from "./route-modules";
export * from "./ssh-certificate-authority";
