// `npm test -- --long fuzz`: ten thousand random lives of a stack, or FUZZ_RUNS lives.
import "../fuzz/lifecycle.test";
