import type { Values } from "../../core/schema/values";

/**
 * Values as the host passes them. Beside the resource's own stand the provider's text, `__lookUp` where the program looks
 * an object up, and `__secrets`: the paths of what the program itself has marked as secret. The engine passes such values
 * in plaintext and without the mark, so that the class adds the paths where there are any. A change of them alone is no
 * change of the resource.
 */
export type Props = Readonly<Record<string, unknown>>;

/** The values alone. */
export function valuesOf({ __provider, __secrets, __lookUp, ...values }: Props): Values {
  return values;
}

/** The paths of what the program has marked, as they stand among the values; nothing where there are none. */
export const markedPropertyOf = ({ __secrets }: Props): Props => (__secrets === undefined ? {} : { __secrets });

/** The same for a call, of the newest that it brings, and of what that replaces. */
export const marksOf = (news: Props, olds: Props = {}) => ({
  secretPaths: secretPathsOf(news),
  oldSecretPaths: secretPathsOf(olds),
});

const secretPathsOf = ({ __secrets }: Props): string[] => (Array.isArray(__secrets) ? __secrets.map(String) : []);
