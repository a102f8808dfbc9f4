import type { Availability } from "./install.mts";

/** A block of a document, which depends on whether a registry has the package. */
interface InstallDocument {
  file: string;
  name: string;
  textFor: (availability: Availability) => string;
}

/** A block with a text before the first release, and a text from then on. */
const block = (
  [file, name]: readonly [file: string, name: string],
  before: (tarball: string) => string,
  after: (availability: Availability) => string,
): InstallDocument => ({
  file,
  name,
  textFor: (availability) =>
    availability.isPublished
      ? after(availability)
      : before(`pulumi-edge-ingress-${availability.version}.tgz`),
});

/** The path of the clone from a project next to it. */
const CLONE = "../pulumi-edge-ingress";

const BY_NAME = "npm install pulumi-edge-ingress @pulumi/pulumi typescript";

const sh = (...lines: string[]) => ["```sh", ...lines, "```"].join("\n");

const repositoryIn = ({ repository }: Availability) =>
  repository === null ? "the repository" : `[the repository](${repository})`;

export const installDocuments: readonly InstallDocument[] = [
  block(
    ["README.md", "package-notice"],
    () =>
      "The package is not in a public registry yet, so you [install it from a clone](docs/installation-configuration.md#install).",
    () =>
      "The package is `pulumi-edge-ingress` on npm: [Installation](docs/installation-configuration.md#install) has the commands for each language.",
  ),
  block(
    ["README.md", "install"],
    (tarball) =>
      `In the clone, run \`npm ci\` and \`npm pack\` to create a tarball of the package. Then install it in a new folder next to the clone:\n\n${sh(
        `npm install ${CLONE}/${tarball} @pulumi/pulumi typescript`,
      )}`,
    () => `Install the package in a new folder:\n\n${sh(BY_NAME)}`,
  ),
  block(
    ["docs/installation-configuration.md", "install"],
    (
      tarball,
    ) => `The package is not in a public registry yet. Until it is, install it from a tarball: **do not install \`pulumi-edge-ingress\` by its name**,
because a package of that name in a registry would be a stranger's. In a clone of the repository, create the tarball:

${sh("npm ci", "npm pack")}

In the folder of a TypeScript or JavaScript project, install the path of that file. This form assumes that the project is next to the clone:

${sh(`npm install ${CLONE}/${tarball} @pulumi/pulumi typescript`)}`,
    () => `In the folder of a TypeScript or JavaScript project:

${sh(BY_NAME)}`,
  ),
  block(
    ["docs/installation-configuration.md", "install-plugin"],
    (
      tarball,
    ) => `Programs in YAML, Python, Go, C# and Java need the plugin. In the clone, install the command once, then the plugin:

${sh(`npm install --global ./${tarball}`, "edge-ingress plugin install")}`,
    () => `Programs in YAML, Python, Go, C# and Java need the plugin. Install the command once, then the plugin:

${sh("npm install --global pulumi-edge-ingress", "edge-ingress plugin install")}`,
  ),
  block(
    ["docs/quickstart.md", "install"],
    (
      tarball,
    ) => `The package is not in a public registry yet, so you install it from a tarball. Create the tarball in the clone:

${sh("cd pulumi-edge-ingress", "npm ci", "npm pack")}

Create a project next to the clone, and install the package in it. npm may report install scripts, of \`protobufjs\` and of this package: you do not need them.

${sh("mkdir ../first-ingress", "cd ../first-ingress", `npm install ${CLONE}/${tarball} @pulumi/pulumi typescript`)}`,
    () => `Install the package in a new folder. npm may report install scripts, of \`protobufjs\` and of this package: you do not need them.

${sh("mkdir first-ingress", "cd first-ingress", BY_NAME)}`,
  ),
  block(
    ["docs/policies.md", "install"],
    (tarball) =>
      sh(
        "cd policies",
        `npm install ../${CLONE}/${tarball} @pulumi/policy @pulumi/pulumi typescript`,
        "cd ..",
      ),
    () =>
      sh(
        "cd policies",
        "npm install pulumi-edge-ingress @pulumi/policy @pulumi/pulumi typescript",
        "cd ..",
      ),
  ),
  block(
    ["SECURITY.md", "package-notice"],
    () => `- **Commands in the documents** install the package from a tarball. No registry has the package yet, so a package of its name would be
  a stranger's, and \`npx\` would run it with your key in the environment. Do not install the package by its name until a release is announced here.`,
    () =>
      "- **Commands in the documents** install `pulumi-edge-ingress` from npm. The package has the provenance of its release workflow: `npm audit signatures` checks it.",
  ),
  block(
    ["docs/faq.md", "package-notice"],
    () =>
      "The package is not in a public registry, and a minor version may still change what programs rely on.",
    () => "Before version 1.0.0, a minor version may change what programs rely on.",
  ),
  block(
    ["docs/support.md", "where"],
    () =>
      "- **Where**: in the repository that you cloned. No public address is announced before the first release in a registry.",
    (availability) => `- **Where**: in ${repositoryIn(availability)}.`,
  ),
  block(
    ["docs/plugin.md", "package-notice"],
    () => "There is no SDK in a registry.",
    ({ repository }) =>
      `SDKs are in registries, too: \`pip install pulumi-edge-ingress\` for Python${goCommand(repository)}. They name the address of the plugin, which Pulumi downloads.`,
  ),
  block(
    ["examples/ci/README.md", "package-notice"],
    () =>
      "Until the package is in a registry, commit its tarball, and install it from there in `package.json`.",
    () => "`npm ci` installs the package from its registry, in the version of the lock file.",
  ),
];

const goCommand = (repository: string | null) =>
  repository === null ? "" : `, \`go get ${repository.replace("https://", "")}/sdk/go\` for Go`;
