import { generateKeyPair, type KeyPairKeyObjectResult } from "node:crypto";
import { promisify } from "node:util";
import { z } from "@hono/zod-openapi";
import type { OptionValues } from "../options/registry";
import { identity, issueIf, oneOf, rules, shownTexts, texts } from "../shapes/members";
import type { Wire } from "../wire";
import { collection } from "./collection";

/** Names of the curves that OpenSSH has. */
const CURVES = ["nistp256", "nistp384", "nistp521"];

const curvesOf = ({ acceptedValues }: OptionValues) => acceptedValues.elliptic_curve ?? CURVES;

const creation = z
  .strictObject({
    ...texts,
    private_key_type: z.enum(["rsa", "ecdsa", "ed25519"]).nullish(),
    elliptic_curve: z.string().nullish().openapi({ description: "For ECDSA keys." }),
    key_size: z
      .union([z.literal(2048), z.literal(4096)], "must be 2048 or 4096")
      .nullish()
      .openapi({ description: "For RSA keys." }),
  })
  .openapi("SshCertificateAuthorityCreate")
  .register(rules, {
    check: (
      { private_key_type: type, key_size: size = null, elliptic_curve: curve = null },
      { options },
    ) => [
      ...issueIf(size !== null && type !== "rsa", "is for RSA keys only", "key_size"),
      ...issueIf(curve !== null && type !== "ecdsa", "is for ECDSA keys only", "elliptic_curve"),
      ...issueIf(
        curve !== null && !curvesOf(options).includes(curve),
        oneOf(curvesOf(options)),
        "elliptic_curve",
      ),
    ],
  });

/** The SSH certificate authorities of an account. */
export const sshCertificateAuthorities = collection({
  kind: "ssh_certificate_authority",
  noun: "an SSH certificate authority",
  tag: "SSH certificate authorities",
  path: "/ssh_certificate_authorities",
  listMember: "ssh_certificate_authorities",
  idPrefix: "sshca",
  shape: z
    .strictObject({ ...identity, ...shownTexts, public_key: z.string(), key_type: z.string() })
    .openapi("SshCertificateAuthority"),
  creation,
  update: z.strictObject(texts).openapi("SshCertificateAuthorityUpdate"),
  created: (written, { state }) => newKey(written, state.options),
});

const generate = promisify(generateKeyPair);

/** Makes a key pair, and shows its public half in the text form of OpenSSH. Nothing asks for the private half. */
async function newKey(written: z.output<typeof creation>, options: OptionValues): Promise<Wire> {
  const { private_key_type: type, key_size: size, elliptic_curve: requestedCurve } = written;
  if (type === "rsa") {
    const { e, n } = jwk(await generate("rsa", { modulusLength: size ?? 2048 }));
    return { key_type: type, public_key: opensshText("ssh-rsa", integer(e), integer(n)) };
  }
  if (type === "ecdsa") {
    const name = requestedCurve ?? curvesOf(options)[0];
    const curve = CURVES.find((candidate) => name?.includes(candidate.slice(-3))) ?? "nistp256";
    const { x, y } = jwk(await generate("ec", { namedCurve: curve.replace("nistp", "P-") }));
    const point = Buffer.concat([Buffer.of(4), bytes(x), bytes(y)]);
    return {
      key_type: type,
      public_key: opensshText(`ecdsa-sha2-${curve}`, Buffer.from(curve), point),
    };
  }
  const { x } = jwk(await generate("ed25519"));
  return { key_type: "ed25519", public_key: opensshText("ssh-ed25519", bytes(x)) };
}

const jwk = ({ publicKey }: KeyPairKeyObjectResult) => publicKey.export({ format: "jwk" });

function bytes(value: string | undefined): Buffer {
  if (value === undefined) throw new Error("the key pair lacks a public member");
  return Buffer.from(value, "base64url");
}

/** A positive number of the SSH wire format: a leading zero byte keeps the top bit from reading as a sign. */
function integer(value: string | undefined): Buffer {
  const number = bytes(value);
  return (number[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), number]) : number;
}

function opensshText(type: string, ...fields: readonly Buffer[]): string {
  const blob = [Buffer.from(type), ...fields].flatMap((field) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(field.length);
    return [length, field];
  });
  return `${type} ${Buffer.concat(blob).toString("base64")}`;
}
