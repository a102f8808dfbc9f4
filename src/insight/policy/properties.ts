/** The properties of a policy's configuration, as JSON Schema with defaults. */

export const choice = <const Text extends string>(
  texts: readonly Text[],
  defaultText: Text,
  description: string,
) => ({ type: "string" as const, enum: [...texts], default: defaultText, description });

export const integer = (minimum: number, defaultNumber: number, description: string) =>
  ({ type: "integer", minimum, default: defaultNumber, description }) as const;

export const flag = (description: string) =>
  ({ type: "boolean", default: false as boolean, description }) as const;

export const textList = (description: string) => list<string>("string", description);

export const objectList = <Item extends object>(description: string) =>
  list<Item>("object", description);

const list = <Item>(type: "string" | "object", description: string) =>
  ({ type: "array", items: { type }, default: [] as readonly Item[], description }) as const;
