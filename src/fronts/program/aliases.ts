import * as pulumi from "@pulumi/pulumi";

type StatedAlias = pulumi.Input<pulumi.URN | pulumi.Alias>;

/** The type tokens of a resource: in the form that the stack asks for, and in the other form. */
interface Tokens {
  readonly token: string;
  readonly otherToken: string;
}

/**
 * Aliases the token of the other form: a dynamic resource becomes the plugin's; the reverse is refused. The engine tries each
 * alias by itself, so each alias of the program gets a twin of the other form: a resource may be renamed, or get another
 * parent, in the same deployment.
 */
export function aliased<Opts extends pulumi.ResourceOptions>(opts: Opts, tokens: Tokens): Opts {
  const stated: readonly StatedAlias[] = opts.aliases ?? [];
  return {
    ...opts,
    aliases: [
      ...stated,
      { type: tokens.otherToken },
      ...stated.map((alias) => twinOf(alias, tokens)),
    ],
  };
}

/** The alias in the other form. An alias that names another type is left as it is. */
function twinOf(alias: StatedAlias, { token, otherToken }: Tokens): StatedAlias {
  const twin = (known: pulumi.URN | pulumi.Alias): pulumi.URN | pulumi.Alias => {
    if (typeof known === "string") return known.replace(typeIn(token), typeIn(otherToken));
    return known.type === undefined || known.type === token
      ? { ...known, type: otherToken }
      : known;
  };
  const isLater = pulumi.Output.isInstance(alias) || alias instanceof Promise;
  return isLater
    ? pulumi.output(alias).apply((known) => twin(known as pulumi.URN | pulumi.Alias))
    : twin(alias as pulumi.Alias);
}

/** How a URN ends the type of a resource. */
const typeIn = (token: string): string => `${token}::`;
