import { z } from "@hono/zod-openapi";
import { description, identity, metadata, shownTexts } from "./common";

export const sshCertificateAuthorityCreate = z
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

export const sshCertificateAuthorityUpdate = z
  .strictObject({ description, metadata })
  .openapi("SshCertificateAuthorityUpdate");

export const sshCertificateAuthority = z
  .strictObject({ ...identity, ...shownTexts, public_key: z.string(), key_type: z.string() })
  .openapi("SshCertificateAuthority");
