/** Gives what the function gives the first time, and again after that; it is called again after it has thrown. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
