import { z } from "@hono/zod-openapi";
import { refuse } from "../http/errors";
import type { Operation } from "../http/operations";
import { type CurveSpelling, curveSpellings } from "../keys/curves";
import { type KeySpec, newPublicKey } from "../keys/openssh";
import type { OptionValues } from "../options/registry";
import { toAnswer } from "../shapes/forms";
import { description, identity, metadata, shownTexts } from "../shapes/members";
import { type Collection, createObject, deletion, existingObject, listing, reading, updateObject } from "./collection";

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

const { path, tag } = sshCertificateAuthorities;

export const sshCertificateAuthorityOperations: readonly Operation[] = [
  {
    method: "post",
    path,
    tag,
    summary: "Create an SSH certificate authority",
    body: creation,
    status: 201,
    answer: shape,
    run: async (request) => {
      const spec = keySpec(request.body as z.output<typeof creation>, request.state.options);
      const members = { public_key: await newPublicKey(spec), key_type: spec.type };
      return sshCertificateAuthorities.toAnswer(createObject(sshCertificateAuthorities, request, members), request);
    },
  },
  listing(sshCertificateAuthorities),
  reading(sshCertificateAuthorities),
  {
    method: "patch",
    path: `${path}/{id}`,
    tag,
    summary: "Update an SSH certificate authority",
    body: update,
    creation,
    status: 200,
    answer: shape,
    run: (request) => {
      const stored = existingObject(sshCertificateAuthorities, request);
      return sshCertificateAuthorities.toAnswer(updateObject(stored, request, {}), request);
    },
  },
  deletion(sshCertificateAuthorities),
];

/** What key a creation asks for. @throws 400 when its members contradict each other */
function keySpec(written: z.output<typeof creation>, options: OptionValues): KeySpec {
  const { private_key_type: type = null, key_size: size = null, elliptic_curve: curve = null } = written;
  const keyType = type ?? options.defaultKeyType;
  const curves: readonly string[] = options.ellipticCurves;
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
  const spelling = (curve ?? options.ellipticCurves[0] ?? "nistp256") as CurveSpelling;
  return { type: keyType, curve: curveSpellings[spelling] };
}
