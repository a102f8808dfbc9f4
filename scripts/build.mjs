// npm run build: compiles the package, and bundles the plugin. npm runs it after an installation, on whatever Node it has.
import { buildPackage } from "./lib/build.mjs";
import { bundlePlugin } from "./lib/bundle.mjs";

const { code, output } = await buildPackage();
if (code === 0) await bundlePlugin();
else console.error(output.trim());
process.exitCode = code;
