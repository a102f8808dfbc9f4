/** What the plots use of their libraries, so that types are checked where these are not installed. */

declare module "@observablehq/plot" {
  type Mark = { readonly mark: unique symbol };
  type Options = Readonly<Record<string, unknown>>;
  export const dot: (data: readonly unknown[], options: Options) => Mark;
  export const line: (data: readonly unknown[], options: Options) => Mark;
  export const text: (data: readonly string[], options: Options) => Mark;
  export const plot: (options: Options & { readonly marks: readonly Mark[] }) => {
    readonly outerHTML: string;
    setAttribute(name: string, value: string): void;
  };
}

declare module "linkedom" {
  export const parseHTML: (html: string) => { readonly document: unknown };
}
