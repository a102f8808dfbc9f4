/** Pulumi's SDK for policies, an optional peer of this package: only policy packs need it. */
export const { PolicyPack } = loadPolicySdk();

function loadPolicySdk(): typeof import("@pulumi/policy") {
  try {
    return require("@pulumi/policy");
  } catch (error) {
    if (!isMissing(error)) throw error;
    const message =
      "pulumi-edge-ingress/policy needs the package @pulumi/policy, which is not installed: run `npm install @pulumi/policy`";
    throw new Error(message, { cause: error });
  }
}

/** True if the SDK itself is missing, and not a package that it needs. */
function isMissing(error: unknown): boolean {
  const isNotFound = error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
  return isNotFound && error.message.includes("'@pulumi/policy'");
}
