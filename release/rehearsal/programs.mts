import { join } from "node:path";
import { exe, python } from "../../tools/base/project.mjs";
import { Problem } from "../../tools/base/say.mjs";
import { type Installation, pluginInstallArgs } from "./installation.mts";
import { PulumiProject } from "./pulumi-project.mts";

/** Programs of users of a release: each program installs it by name, in an empty folder. */

const PACKAGE = "pulumi-edge-ingress";

/** A program of a rehearsal, and how it installs, as the table shows it. */
export interface Program {
  title: string;
  run: (installation: Installation) => Promise<string>;
}

export const programs: readonly Program[] = [
  { title: "Plugin in a TypeScript program", run: typescriptWithPlugin },
  { title: "YAML", run: yaml },
  { title: "pulumi package add", run: packageAdd },
  { title: "Python", run: pythonProgram },
  { title: "Go", run: go },
];

/** The commands and files of the quick start, from its page. */
export interface QuickStart {
  install: string[];
  project: string;
  program: string;
}

export function quickStartIn(page: string): QuickStart {
  const find = (what: string, pattern: RegExp) => {
    const [, text] = pattern.exec(page) ?? [];
    if (text === undefined) throw new Problem(`docs/quickstart.md has no ${what}.`);
    return text;
  };
  return {
    install: find("npm install", /^npm (install .*)$/m).split(" "),
    project: find("Pulumi.yaml", /^```yaml\n(.*?)^```$/ms),
    program: find("index.ts", /^```ts\n(.*?)^```$/ms),
  };
}

/** The project of the quick start, installed and not yet deployed. */
export async function quickStartProject(
  name: string,
  page: string,
  installation: Installation,
): Promise<PulumiProject> {
  const { install, project: settings, program } = quickStartIn(page);
  if (!install.includes(PACKAGE))
    throw new Problem(`The quick start does not install by name: npm ${install.join(" ")}`);
  const project = await PulumiProject.create(name, installation);
  await project.run("npm", ...install);
  await project.write("Pulumi.yaml", settings);
  await project.write("index.ts", program);
  return project;
}

const TYPESCRIPT = `import { AgentIngress } from "${PACKAGE}";

new AgentIngress("agents", { domain: "connect.example.com", certificateManagementPolicy: { authority: "letsencrypt" } });
`;

/** The engine finds the plugin by the member \`pulumi\` of package.json, and downloads it. */
async function typescriptWithPlugin(installation: Installation): Promise<string> {
  const project = await PulumiProject.create("typescript-plugin", installation);
  await project.run("npm", "install", PACKAGE, "@pulumi/pulumi", "typescript");
  await project.write("Pulumi.yaml", "name: typescript-plugin\nruntime: nodejs\n");
  await project.write("index.ts", TYPESCRIPT);
  await project.pulumi("stack", "init", "dev");
  await project.pulumi("config", "set", "edge-ingress:plugin", "true");
  await project.up();
  requirePlugin(project, installation);
  await project.destroy();
  return "npm install by name; the engine downloaded the plugin";
}

async function yaml(installation: Installation): Promise<string> {
  const project = await PulumiProject.create("yaml", installation);
  await project.copy(join(installation.examples, "yaml"));
  await installPlugin(project, installation);
  await deployAndDestroy(project, installation);
  return "pulumi plugin install --server";
}

/** Adds the package by its name and version, and runs the program with the parameters that the command wrote. */
async function packageAdd(installation: Installation): Promise<string> {
  const project = await PulumiProject.create("package-add", installation);
  await project.copy(join(installation.examples, "yaml"));
  await installPlugin(project, installation);
  const name = `edge-ingress@${installation.version}`;
  await project.pulumi("package", "add", name);
  await deployAndDestroy(project, installation);
  return `pulumi package add ${name}, in a project in YAML`;
}

async function pythonProgram(installation: Installation): Promise<string> {
  const project = await PulumiProject.create("python", installation);
  await project.copy(join(installation.examples, "python"));
  await project.run(python, "-m", "venv", "venv");
  const commands = join(project.folder, "venv", exe === "" ? "bin" : "Scripts");
  project.usePath(commands);
  const requirement = `${PACKAGE}==${installation.version}`;
  await project.run(join(commands, `python${exe}`), "-m", "pip", "install", "--quiet", requirement);
  await deployAndDestroy(project, installation);
  return `pip install ${requirement}`;
}

/** Go reads the tag of the repository. */
async function go(installation: Installation): Promise<string> {
  const project = await PulumiProject.create("go", installation);
  await project.copy(join(installation.examples, "go"));
  project.useEnvironment(installation.goEnvironment);
  const { goModule } = installation;
  await project.run("go", "mod", "edit", `-dropreplace=${goModule}`, `-droprequire=${goModule}`);
  const moduleVersion = `${goModule}@v${installation.version}`;
  await project.run("go", "get", moduleVersion);
  await deployAndDestroy(project, installation);
  return `go get ${moduleVersion}`;
}

async function deployAndDestroy(project: PulumiProject, installation: Installation) {
  await project.deploy();
  requirePlugin(project, installation);
  await project.destroy();
}

const installPlugin = (project: PulumiProject, { version, pluginServer }: Installation) =>
  project.pulumi(...pluginInstallArgs(version, pluginServer));

function requirePlugin(project: PulumiProject, { version }: Installation) {
  if (!project.hasPlugin(version))
    throw new Problem(`Pulumi did not install the plugin ${version}.`);
}
