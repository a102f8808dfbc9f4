import type { Stage } from "./stage.mts";

/** What compiles the sources of an SDK, where the tool is installed: its arguments, and which files of which folder it makes. */
export const compiled: Readonly<
  Record<"dotnet" | "java", { tool: string; args: readonly string[]; folder: string; pattern: RegExp }>
> = {
  dotnet: {
    tool: "dotnet",
    args: ["pack", "--configuration", "Release", "--output", "packed", "-p:ContinuousIntegrationBuild=true"],
    folder: "packed",
    pattern: /\.nupkg$/,
  },
  java: {
    tool: "mvn",
    args: ["--batch-mode", "--quiet", "-Dmaven.test.skip=true", "package"],
    folder: "target",
    pattern: /^edge-ingress-.*\.jar$/,
  },
};

/** What the code that Pulumi generates for Java needs. */
const libraries = [
  ["com.pulumi", "pulumi", "1.16.0"],
  ["com.google.code.findbugs", "jsr305", "3.0.2"],
  ["com.google.code.gson", "gson", "2.12.1"],
];

/** Maven's own tools, in versions that write the same bytes for the same sources. */
const plugins = [
  ["org.apache.maven.plugins", "maven-resources-plugin", "3.3.1"],
  ["org.apache.maven.plugins", "maven-compiler-plugin", "3.13.0"],
  ["org.apache.maven.plugins", "maven-jar-plugin", "3.4.1"],
];

/** The Maven project of the Java SDK. */
export const mavenProject = ({ version, time }: Stage, group: string) => `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>${group}</groupId>
  <artifactId>edge-ingress</artifactId>
  <version>${version}</version>
  <licenses><license><name>Apache-2.0</name></license></licenses>
  <properties>
    <maven.compiler.release>11</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
    <project.build.outputTimestamp>${new Date(time * 1000).toISOString()}</project.build.outputTimestamp>
  </properties>
  <dependencies>
${libraries.map(artifact("dependency")).join("\n")}
  </dependencies>
  <build><plugins>
${plugins.map(artifact("plugin")).join("\n")}
  </plugins></build>
</project>
`;

const artifact =
  (tag: string) =>
  ([group, name, version]: string[]) =>
    `    <${tag}><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></${tag}>`;
