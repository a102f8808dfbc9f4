import { writeFiles } from "./folder";
import type { Planned, Written } from "./job";
import { writeJournal } from "./journal";

/** Writes the program; the journal before it, so that a run that is killed can be finished. */
export function write(job: Planned): Written {
  const { folder, files, others, journal } = job;
  if (files.length === 0) return { ...job, written: [] };
  const project = others.filter(({ path }) => path === "Pulumi.yaml");
  const written = folder.isProject ? [] : writeFiles(folder.folder, project);
  writeJournal(folder.folder, journal);
  const rest = others.filter((each) => !project.includes(each));
  return { ...job, written: [...written, ...writeFiles(folder.folder, [...files, ...rest])] };
}
