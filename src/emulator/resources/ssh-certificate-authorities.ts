import { z } from "@hono/zod-openapi";
import { refuse } from "../http/errors";
import { type KeySpec, newPublicKey } from "../openssh";
import { toAnswer } from "../shapes/forms";
import { description, identity, metadata, shownTexts } from "../shapes/members";
import { type Collection, operationsOf } from "./collection";

const creation = z
  .strictObject({
    description,
    metadata,
    private_key_type: z.enum(["rsa", "ecdsa", "ed25519"]).nullish(),
    elliptic_curve: z.string().nullish().openapi({ description: "For ECDSA keys." }),
    key_size: z
      .union([z.literal(2048), z.literal(4096)], "must be 2048 or 4096")
      .nullish()
      .openapi({ description: "For RSA keys." }),
  })
  .openapi("SshCertificateAuthorityCreate");

const update = z.strictObject({ description, metadata }).openapi("SshCertificateAuthorityUpdate");

const shape = z
  .strictObject({ ...identity, ...shownTexts, public_key: z.string(), key_type: z.string() })
  .openapi("SshCertificateAuthority");

/** The SSH certificate authorities of an account. */
export const sshCertificateAuthorities: Collection = {
  kind: "ssh_certificate_authority",
  noun: "an SSH certificate authority",
  tag: "SSH certificate authorities",
  path: "/ssh_certificate_authorities",
  listMember: "ssh_certificate_authorities",
  idPrefix: "sshca",
  relativeUri: false,
  shape,
  toAnswer: ({ path, body }, caller) => toAnswer(shape, { uri: `${caller.origin}${path}`, ...body }, caller),
};

export const sshCertificateAuthorityOperations = operationsOf(sshCertificateAuthorities, {
  creation,
  update,
  created: async (written, { state }) => {
    const spec = keySpec(written, state.options.acceptedValues.elliptic_curve ?? CURVES);
    return { public_key: await newPublicKey(spec), key_type: spec.type };
  },
});

/** Names of the curves that OpenSSH has. */
const CURVES = ["nistp256", "nistp384", "nistp521"] as const;

/** What key a creation asks for. @throws 400 when its members contradict each other */
function keySpec(written: z.output<typeof creation>, curves: readonly string[]): KeySpec {
  const { private_key_type: type = null, key_size: size = null, elliptic_curve: curve = null } = written;
  const keyType = type ?? "ed25519";
  const rules = [
    { isBroken: size !== null && keyType !== "rsa", member: "key_size", message: "is for RSA keys only" },
    { isBroken: curve !== null && keyType !== "ecdsa", member: "elliptic_curve", message: "is for ECDSA keys only" },
    {
      isBroken: curve !== null && !curves.includes(curve),
      member: "elliptic_curve",
      message: `must be one of ${curves.join(", ")}`,
    },
  ];
  refuse(rules.filter(({ isBroken }) => isBroken));
  if (keyType === "rsa") return { type: keyType, bits: size ?? 2048 };
  if (keyType === "ed25519") return { type: keyType };
  const bits = /256|384|521/.exec(curve ?? curves[0] ?? "")?.[0];
  return { type: keyType, curve: CURVES.find((each) => each === `nistp${bits}`) ?? CURVES[0] };
}
