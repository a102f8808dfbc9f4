// `npm test -- --long fuzz`: ten thousand random lives of a stack, or as many as FUZZ_RUNS says.
import "../fuzz/lifecycle.test";
