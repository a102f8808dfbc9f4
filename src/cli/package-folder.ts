import { dirname } from "node:path";

/** The folder of this package. Node.js resolves the name of a package from within the package, wherever its files are. */
export const PACKAGE_FOLDER = dirname(require.resolve("pulumi-edge-ingress/package.json"));
