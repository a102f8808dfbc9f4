import { generateKeyPair, type JsonWebKey, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

const generate = promisify(generateKeyPair);

/** What key pair to make. */
export type KeySpec =
  | { readonly type: "rsa"; readonly bits: number }
  | { readonly type: "ecdsa"; readonly curve: "nistp256" | "nistp384" | "nistp521" }
  | { readonly type: "ed25519" };

/** Makes a key pair and returns its public half in the text form of OpenSSH. Nothing asks for the private half. */
export async function newPublicKey(spec: KeySpec): Promise<string> {
  if (spec.type === "rsa") {
    const { publicKey } = await generate("rsa", { modulusLength: spec.bits });
    const { e, n } = jwk(publicKey);
    return text("ssh-rsa", integer(e), integer(n));
  }
  if (spec.type === "ecdsa") {
    const { publicKey } = await generate("ec", { namedCurve: spec.curve.replace("nistp", "P-") });
    const { x, y } = jwk(publicKey);
    const point = Buffer.concat([Buffer.of(4), bytes(x), bytes(y)]);
    return text(`ecdsa-sha2-${spec.curve}`, Buffer.from(spec.curve), point);
  }
  const { publicKey } = await generate("ed25519");
  return text("ssh-ed25519", bytes(jwk(publicKey).x));
}

function jwk(key: KeyObject): JsonWebKey {
  return key.export({ format: "jwk" });
}

function bytes(value: string | undefined): Buffer {
  if (value === undefined) throw new Error("the key pair lacks a public member");
  return Buffer.from(value, "base64url");
}

/** A positive number of the SSH wire format: a leading zero byte keeps the top bit from reading as a sign. */
function integer(value: string | undefined): Buffer {
  const number = bytes(value);
  return (number[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), number]) : number;
}

function text(type: string, ...fields: readonly Buffer[]): string {
  const blob = [Buffer.from(type), ...fields].flatMap((field) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(field.length);
    return [length, field];
  });
  return `${type} ${Buffer.concat(blob).toString("base64")}`;
}
