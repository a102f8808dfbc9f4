/** The objects that the provider processes of one user on one machine have created, whichever engines run the processes. */
export interface Claims {
  /**
   * Claims an object, by its path, for a create. Of several processes that claim an object, one succeeds. A claim from long before
   * `sinceMs` belongs to an earlier object with the same path.
   */
  claim(path: string, sinceMs: number): boolean;
  isClaimed(path: string, sinceMs: number): boolean;
  /** Removes the claim on an object that is deleted. */
  release(path: string): void;
}
