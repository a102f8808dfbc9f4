/** An object that the configuration declares. */
export interface DeclaredObject {
  path: string; // of the collection, such as `/agent_ingresses`
  body: Record<string, unknown>; // as the API wants it
  name: string; // a unique one, of letters, digits, `-` and `_`, that begins with a letter
}

/** The variable that holds the API key, so that no file does. */
export const keyVariable = "api_key";

/** Members that an update must not send, by the path of the collection: the provider would send the whole body. */
const setAtCreation: Readonly<Record<string, string>> = { "/agent_ingresses": "domain" };

/**
 * A configuration with the fewest requests that the provider is able to:
 * - `write_returns_object` spares the GET after each create and update.
 * - The two GETs of a refresh (whether it exists, then what it holds) cannot be spared.
 * - Version 1.20.0 does not compare `data` with what the API answers, so that nothing has to be ignored for a plan without
 *   changes, neither what the API adds nor what it answers in another shape. It finds no drift either.
 *
 * Each object is a block of its own: with `for_each` over 1,000 bodies, a plan took almost twice the CPU time.
 */
export function configuration(baseUrl: string, objects: readonly DeclaredObject[]) {
  return {
    terraform: { required_providers: { restapi: { source: "mastercard/restapi" } } },
    variable: { [keyVariable]: { type: "string", sensitive: true } },
    provider: {
      restapi: {
        uri: baseUrl,
        headers: { Authorization: `Bearer \${var.${keyVariable}}`, "Service-Version": "2" },
        update_method: "PATCH",
        write_returns_object: true,
      },
    },
    resource: {
      restapi_object: Object.fromEntries(
        objects.map((declared) => [declared.name, object(declared)]),
      ),
    },
  };
}

function object({ path, body }: DeclaredObject): Record<string, unknown> {
  const declared = { path, data: json(body) };
  const fixed = setAtCreation[path];
  if (fixed === undefined) return declared;
  // A change of this member makes another object.
  const { [fixed]: value, ...rest } = body;
  return { ...declared, update_data: json(rest), force_new: [literal(String(value))] };
}

const json = (body: Record<string, unknown>) => literal(JSON.stringify(body));

/** Terraform takes every text in its JSON for a template. */
const literal = (text: string) => text.replaceAll(/[$%](?=\{)/g, "$&$&");
