import * as pulumi from "@pulumi/pulumi";
import { isOutputOrPromise } from "./inputs";

type DeclaredAlias = pulumi.Input<pulumi.URN | pulumi.Alias>;

/** The type tokens of a resource: of the mode that the stack uses (dynamic resources or the plugin), and of the other mode. */
interface Tokens {
  readonly token: string;
  readonly otherToken: string;
}

/**
 * Adds aliases with the token of the other mode, so that a dynamic resource becomes a resource of the plugin. (The provider refuses
 * the reverse.) The engine tries each alias by itself. So each alias of the program gets a twin in the other mode: a resource may
 * be renamed, or get another parent, in the same deployment.
 */
export function aliased<Opts extends pulumi.ResourceOptions>(opts: Opts, tokens: Tokens): Opts {
  const declared: readonly DeclaredAlias[] = opts.aliases ?? [];
  return {
    ...opts,
    aliases: [
      ...declared,
      { type: tokens.otherToken },
      ...declared.map((alias) => twinAlias(alias, tokens)),
    ],
  };
}

/** The alias in the other mode. An alias with another type stays unchanged. */
function twinAlias(alias: DeclaredAlias, { token, otherToken }: Tokens): DeclaredAlias {
  const twin = (known: pulumi.URN | pulumi.Alias): pulumi.URN | pulumi.Alias => {
    if (typeof known === "string") return known.replace(typeInUrn(token), typeInUrn(otherToken));
    return known.type === undefined || known.type === token
      ? { ...known, type: otherToken }
      : known;
  };
  return isOutputOrPromise(alias)
    ? pulumi.output(alias).apply((known) => twin(known as pulumi.URN | pulumi.Alias))
    : twin(alias as pulumi.Alias);
}

/** The type of a resource with the separator behind it in a URN. */
const typeInUrn = (token: string): string => `${token}::`;
