import type { z } from "@hono/zod-openapi";
import { type Issue, invalid } from "../errors";
import { type KeySpec, newPublicKey } from "../openssh";
import type { OptionValues } from "../options";
import {
  sshCertificateAuthority,
  sshCertificateAuthorityCreate,
  sshCertificateAuthorityUpdate,
} from "../schemas/ssh-certificate-authority";
import { type CurveSpelling, curveSpellings } from "../ssh-curves";
import type { Collection } from "./collection";

export const sshCertificateAuthorities: Collection = {
  kind: "ssh_certificate_authority",
  noun: "an SSH certificate authority",
  tag: "SSH certificate authorities",
  path: "/ssh_certificate_authorities",
  listMember: "ssh_certificate_authorities",
  idPrefix: "sshca",
  relativeUri: false,
  create: sshCertificateAuthorityCreate,
  update: sshCertificateAuthorityUpdate,
  read: sshCertificateAuthority,
  build: async (body, { state }) => {
    const spec = keySpec(body as z.output<typeof sshCertificateAuthorityCreate>, state.options);
    return { public_key: await newPublicKey(spec), key_type: spec.type };
  },
  change: () => ({}),
};

type KeyInput = z.output<typeof sshCertificateAuthorityCreate>;

function keySpec(input: KeyInput, options: OptionValues): KeySpec {
  const type = input.private_key_type ?? options.defaultKeyType;
  const issues = keyIssues(input, type, options);
  if (issues.length > 0) throw invalid(issues);
  if (type === "rsa") return { type, bits: input.key_size ?? 2048 };
  if (type === "ed25519") return { type };
  const spelling = (input.elliptic_curve ?? options.ellipticCurves[0] ?? "nistp256") as CurveSpelling;
  return { type, curve: curveSpellings[spelling] };
}

function keyIssues({ key_size: size, elliptic_curve: curve }: KeyInput, type: string, options: OptionValues): Issue[] {
  const isSet = (value: unknown) => value !== undefined && value !== null;
  const curves: readonly string[] = options.ellipticCurves;
  const rules = [
    { broken: isSet(size) && type !== "rsa", member: "key_size", message: "is for RSA keys only" },
    { broken: isSet(curve) && type !== "ecdsa", member: "elliptic_curve", message: "is for ECDSA keys only" },
    {
      broken: typeof curve === "string" && !curves.includes(curve),
      member: "elliptic_curve",
      message: `must be one of ${curves.join(", ")}`,
    },
  ];
  return rules.filter(({ broken }) => broken);
}
