/** What the provider processes of a user on a machine share of their creates, whichever engines run them. */
export interface CreateRecords {
  /** Takes an object for a create; false if another process has it. A claim from long before `sinceMs` is about another object. */
  claim(id: string, sinceMs: number): boolean;
  isClaimed(id: string, sinceMs: number): boolean;
  /** Gives up a claim on an object that is deleted. */
  release(id: string): void;
  /** Records a create that is about to be sent, by the path of its collection; equal bodies are equal creates. */
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
  /**
   * The creates of other providers in the collection that have no response yet; undefined if there are none.
   *
   * @param signal Ends the watch over them.
   */
  othersUnderWay(signal: AbortSignal): OthersUnderWay | undefined;
  /** How many equal creates other processes have lost that the service may have processed since then. */
  othersLost(sinceMs: number): number;
}

/** Creates of other providers. */
export interface OthersUnderWay {
  /** The numbers of their processes. */
  readonly pids: readonly number[];
  /** When each has a response, is lost, or has lost its process. */
  readonly ended: Promise<void>;
}
