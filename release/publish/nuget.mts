import { join } from "node:path";
import { must } from "../../tools/base/run.mjs";
import { Problem } from "../../tools/base/say.mjs";
import type { Publisher } from "../../tools/build/publisher.mts";
import { type Part, sha256 } from "./publication.mts";
import { contentOf, fileLike, type ReleaseFolder } from "./release-folder.mts";

/**
 * The package, in the source of publisher.json. Sources add a signature to a package, so no digest can be compared: NuGet skips
 * a version that the source has.
 */
export function nugetPart(release: ReleaseFolder, { nugetSource }: Publisher): Part {
  if (nugetSource === null) throw new Problem("publisher.json names no nugetSource.");
  const file = fileLike(release, /\.nupkg$/);
  const args = [
    "nuget",
    "push",
    join(release.folder, file),
    "--source",
    nugetSource,
    "--skip-duplicate",
  ];
  return {
    title: "NuGet",
    publications: [
      {
        name: file,
        file,
        digest: sha256(contentOf(release, file)),
        published: async () => undefined,
        command: `dotnet ${args.join(" ")}`,
        publish: () => must("dotnet", [...args, "--api-key", process.env.NUGET_API_KEY ?? ""]),
      },
    ],
  };
}
