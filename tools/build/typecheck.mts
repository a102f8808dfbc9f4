// npm run typecheck: the types of the package, the tests and the examples.
import { build, types } from "./checks.mts";

export async function main(): Promise<number> {
  await build();
  await types();
  return 0;
}
