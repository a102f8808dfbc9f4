import { EdgeIngressError } from "../client/errors";
import type { Log } from "../schema/message";

/** Where an object is that modules belong to, and how messages name it. */
export interface Place {
  readonly path: string;
  readonly name: string;
}

/**
 * To whom modules belong, by their paths: to every resource of the running program that asks for one. A module is
 * deleted only when none does, whichever resource of the last program it came from.
 *
 * The engine checks all resources of a program before it deletes those that the program has no more, and runs one
 * process for each run, so what this knows is complete when it is needed. It cannot know other programs, nor the
 * resources of another provider instance.
 */
export class ModuleOwnership {
  /** Types of the resources that ask for a module. */
  private readonly owners = new Map<string, string>();
  /** Modules of resources that this stack has had before. */
  private readonly managed = new Set<string>();
  /** Objects that are replaced: their modules go together with them. */
  private readonly replaced = new Set<string>();
  private readonly deleted = new Set<string>();
  private readonly names = new Map<string, string>();
  private readonly turns = new Map<string, Promise<unknown>>();

  /** Notes that a resource of this type asks for modules; gives the problems with those that another type asks for. */
  claim(type: string, paths: readonly string[]): string[] {
    return paths.flatMap((path) => {
      const other = this.owners.get(path) ?? type;
      this.owners.set(path, other);
      const problem = `the module at ${path} is already configured by a resource of type ${other}: remove one of the two`;
      return other === type ? [] : [problem];
    });
  }

  /** Notes that modules stand in the stack's state. */
  manages(paths: readonly string[]): void {
    for (const path of paths) this.managed.add(path);
  }

  /** Whether the stack's state has a module, so that a create may put over it. */
  isManaged(path: string): boolean {
    return this.managed.has(path);
  }

  /** Notes how messages name an object with modules. */
  introduce({ path, name }: Place): void {
    this.names.set(path, name);
  }

  /** Notes that an object is replaced by another one. */
  leaves({ path }: Place): void {
    this.replaced.add(path);
  }

  /** The modules of the object at a path that were deleted in this run, by the last parts of their paths. */
  deletedFrom(path: string): string[] {
    return [...this.deleted].filter((each) => parentOf(each) === path).map(nameOf);
  }

  /** Does one thing to a module at a time: a create must not find configured what a deletion under way removes. */
  async exclusively<T>(path: string, action: () => Promise<T>): Promise<T> {
    const turn = (this.turns.get(path) ?? Promise.resolve()).then(action);
    const ended = turn.catch(() => undefined);
    this.turns.set(path, ended);
    try {
      return await turn;
    } finally {
      if (this.turns.get(path) === ended) this.turns.delete(path);
    }
  }

  /** Deletes a module, unless it has to stay. */
  delete(path: string, send: () => Promise<unknown>, log: Log): Promise<void> {
    return this.exclusively(path, async () => {
      if (this.owners.has(path)) {
        log({
          severity: "info",
          text: `the module at ${path} stays as it is: another resource of the program asks for it`,
        });
      } else if (!this.replaced.has(parentOf(path))) {
        await send();
        this.deleted.add(path);
      }
    });
  }

  /** The error of a module that could not be configured, saying what serves without it now. */
  unprotected(path: string, error: Error): Error {
    const holder = this.names.get(parentOf(path)) ?? parentOf(path);
    const message = `${error.message}; ${holder} serves without ${nameOf(path)} until that is fixed`;
    return error instanceof EdgeIngressError ? Object.assign(error, { message }) : error;
  }
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
