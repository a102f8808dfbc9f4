/** What the provider processes of a user on a machine share of their creates, whichever engines run them. */
export interface CreateRecords {
  /**
   * Takes an object for a create; false if another process has it already.
   *
   * @param sinceMs When the create began: what was claimed long before that was another object of the same id.
   */
  claim(id: string, sinceMs: number): boolean;
  isClaimed(id: string, sinceMs: number): boolean;
  /** Gives up a claim on an object that is deleted. */
  release(id: string): void;
  /**
   * Records a create that is about to be sent.
   *
   * @param collection The path of its collection.
   * @param body What it asks for: equal bodies are equal creates.
   */
  begin(collection: string, body: string): OpenCreate;
}

/** A create whose outcome is not known yet. */
export interface OpenCreate {
  /** It is sent again. */
  sent(): void;
  /** It has no answer that says what it made. */
  lost(): void;
  /** What it has made is known, or that it has made nothing. */
  end(): void;
  /** When every create of other processes in the collection has an answer, or is lost; nothing if none is under way. */
  othersAnswered(): Promise<void> | undefined;
  /** How many equal creates other processes have lost that the service may have processed since then. */
  othersLost(sinceMs: number): number;
}

const NOTHING: OpenCreate = {
  sent: () => undefined,
  lost: () => undefined,
  end: () => undefined,
  othersAnswered: () => undefined,
  othersLost: () => 0,
};

/** For a process that shares its objects with no other one. */
export const NO_OTHERS: CreateRecords = {
  claim: () => true,
  isClaimed: () => false,
  release: () => undefined,
  begin: () => NOTHING,
};
