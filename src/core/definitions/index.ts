/** Every kind of object: a file gives its definition, and the types of its arguments and outputs. */
export * from "./agent-ingress";
export * from "./edge-modules";
export * from "./event-destination";
export * from "./https-edge-route";
export * from "./route-modules";
export * from "./ssh-certificate-authority";
