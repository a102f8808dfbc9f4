/** An identifier such as `mainApi`; words that are not ASCII letters or digits are left out. */
export const camelCase = (text: string): string => {
  const words = text.match(/[A-Za-z\d]+/g) ?? ["value"];
  const name = words
    .map((word, index) => (index === 0 ? uncapitalized(word) : capitalized(word)))
    .join("");
  return /^\d/.test(name) ? `_${name}` : name;
};

/** The identifier `main_api` for `mainApi`. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/(?<=[a-z\d])[A-Z]/g, "_$&").toLowerCase();

/** The name `main-api-2` for `mainApi2`. */
export const kebabCase = (name: string): string =>
  name.replaceAll(/(?<=[a-z\d])[A-Z]|(?<=[a-z])\d/g, "-$&").toLowerCase();

export const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export const uncapitalized = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
