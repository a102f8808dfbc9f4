/** What the user is shown while an operation runs. It holds no secret. */
export interface Message {
  /** Of `debug` is what only somebody who looks for a fault wants to read, such as each request. */
  readonly severity: "debug" | "info" | "warning";
  /** One line. */
  readonly text: string;
}

/** Shows the user a message. */
export type Log = (message: Message) => void;
