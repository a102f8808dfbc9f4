/** A response of HTTP/1.1 in bytes: status line and headers with the empty line after them, then the body. */
export interface AnswerBytes {
  readonly head: Buffer;
  readonly body: Buffer;
}

const BLANK_LINE = "\r\n\r\n";
const LAST_CHUNK = "0\r\n\r\n";

/** Returns the response when all of its bytes have arrived. */
export function wholeAnswer(bytes: Buffer): AnswerBytes | undefined {
  const blank = bytes.indexOf(BLANK_LINE);
  if (blank === -1) return undefined;
  const start = blank + BLANK_LINE.length;
  const head = bytes.subarray(0, start);
  const body = bytes.subarray(start);
  return hasWholeBody(head.toString("latin1"), body) ? { head, body } : undefined;
}

function hasWholeBody(head: string, body: Buffer): boolean {
  if (/\r\ntransfer-encoding: *chunked/i.test(head))
    return body.toString("latin1").endsWith(LAST_CHUNK);
  return body.length >= Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
}

/** Returns the response up to the middle of its body. A response without a body can only be cut in its status line. */
export function firstHalf({ head, body }: AnswerBytes): Buffer {
  if (body.length === 0) return head.subarray(0, head.indexOf(" ", "HTTP/1.1 ".length) + 1);
  return Buffer.concat([head, body.subarray(0, body.length / 2)]);
}

/** The head, then the body in at most so many pieces. */
export function inPieces({ head, body }: AnswerBytes, count: number): Buffer[] {
  const size = Math.max(1, Math.ceil(body.length / count));
  const starts = Array.from({ length: Math.ceil(body.length / size) }, (_, piece) => piece * size);
  return [head, ...starts.map((start) => body.subarray(start, start + size))];
}
