/** The type token of a dynamic resource. Permanent. */
export const dynamicToken = (type: string): string => `pulumi-nodejs:dynamic/edge-ingress:${type}`;

/** The type token of a resource of the plugin. Permanent. */
export const pluginToken = (type: string): string => `edge-ingress:index:${type}`;

/** The class that a type token names, in either form; `undefined` for a type of another package. */
export const classIn = (token: string): string | undefined =>
  /^(?:pulumi-nodejs:dynamic\/edge-ingress|edge-ingress:index):(\w+)$/.exec(token)?.[1];

/** Whether a type token is of a dynamic resource of this package. */
export const isDynamic = (token: string): boolean => classIn(token) !== undefined && token.startsWith("pulumi-nodejs:");
