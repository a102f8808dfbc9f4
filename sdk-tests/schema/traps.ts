import { fields, items, nested } from "../../src/core/schema/row-types";
import { boolean, object, objects, set, string } from "../../src/core/schema/rows";

/*
 * Tables that must not compile, because they would be wrong without a word: `npm run typecheck` fails where one does.
 */

interface Login {
  clientId?: string | undefined;
  clientSecret?: string | undefined;
}

const secret = nested<Login>()({ clientId: string(), clientSecret: string({ secret: true }) });

const whole = fields<Login>()({ clientId: string(), clientSecret: string() });

/** A secret in a list would be stored in plaintext, shown in messages, and lost if a response masks it. */
export const secretInItems = [
  // @ts-expect-error
  items<Login>()({ clientId: string(), clientSecret: string({ secret: true }) }),
  // @ts-expect-error
  fields<{ logins?: Login[] | undefined }>()({ logins: objects(secret) }),
  // @ts-expect-error
  items<{ login?: Login | undefined }>()({ login: object(secret) }),
  // @ts-expect-error Only a text can be masked, and be known again.
  fields<{ scopes?: string[] | undefined }>()({ scopes: set({ secret: true }) }),
];

/** In a nested object these would mean nothing: its argument is sent, compared and replaced as a whole. */
export const nestedOptions = [
  // @ts-expect-error
  nested<Login>()({ clientId: string({ createOnly: true }), clientSecret: string() }),
  // @ts-expect-error
  nested<Login>()({ clientId: string({ pathParameter: true }), clientSecret: string() }),
  // @ts-expect-error
  nested<Login>()({ clientId: string({ output: true }), clientSecret: string() }),
  // @ts-expect-error
  nested<{ adopt?: boolean | undefined }>()({ adopt: boolean({ providerOnly: true }) }),
  // @ts-expect-error A whole resource's table is no nested one.
  object(whole),
];

/** The name of another argument has to be the name of an existing argument. */
export const siblingNames = [
  nested<Login>()({
    // @ts-expect-error
    clientId: string({ requiredWith: { clientSecrt: true } }),
    clientSecret: string(),
  }),
  fields<Login, { loginRef: string }>()({
    ...secret,
    // @ts-expect-error
    loginRef: string({ output: true, presentWith: "clientIdd" }),
  }),
  fields<Login, { loginRef: string }>()({
    ...secret,
    // @ts-expect-error
    loginRef: string({ output: true, repeats: ["loginRef"] }),
  }),
];

/** There is a row for each key, and the row has the type of the key. */
export const rowsOfInterface = [
  // @ts-expect-error
  fields<Login>()({ clientId: string() }),
  // @ts-expect-error
  fields<Login>()({ clientId: string(), clientSecret: boolean() }),
  // @ts-expect-error
  fields<Login>()({ clientId: string({ required: true }), clientSecret: string() }),
  // @ts-expect-error
  fields<Login, { loginRef: string }>()({ ...secret, loginRef: string() }),
];
