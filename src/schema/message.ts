/** What the user is shown while an operation runs. It holds no secret. */
export interface Message {
  readonly severity: "info" | "warning";
  /** One line. */
  readonly text: string;
}

/** Shows the user a message. */
export type Log = (message: Message) => void;
