import type { Comments } from "./sticky";

/** An open issue of the account of the token. */
export interface Issue {
  readonly number: number;
  readonly body: string;
  readonly url: string;
}

/** The issues of a repository. */
export interface Issues {
  list(): Promise<readonly Issue[]>;
  create(title: string, body: string): Promise<Issue>;
  update(number: number, body: string): Promise<void>;
  close(number: number): Promise<void>;
}

/** GitHub or GitLab, by its REST API. */
export interface Host {
  /** The most characters of a comment. */
  readonly maxLength: number;
  readonly issues: Issues;
  /** The comments of the pull request of this run; undefined if the run is not of a pull request. */
  comments(): Promise<Comments | undefined>;
  /** Uploads a report to code scanning. Undefined if the host has none, or the run is not of a commit of the repository. */
  readonly uploadSarif?: (sarif: string) => Promise<void>;
}
