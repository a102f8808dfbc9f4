/** Returns a function that calls `make` the first time, and returns the same value from then on. */
export function once<Value>(make: () => Value): () => Value {
  let created: { value: Value } | undefined;
  return () => {
    created ??= { value: make() };
    return created.value;
  };
}
