import { knownCurves } from "../keys/curves";
import { anyNames, choice, number, type OptionRow, someNames } from "./kinds";

/** What becomes of objects. */
export const resourceOptions = {
  /** `metadata` of an agent ingress that is not set. */
  agentIngressMetadata: choice({
    values: ["absent", "as-text"],
    default: "absent",
    example: "as-text",
    doc: "`metadata` of an agent ingress that is not set: left out, as the reference allows, or as `unsetText` describes.",
  }),
  /** Accepted values of `authority`. */
  certificateAuthorities: anyNames({
    unit: "authorities",
    default: [],
    example: ["example-ca"],
    doc: "Accepted values of `authority`; an empty list accepts any text. Exactly one value is supported, its name is not shown.",
  }),
  /** Days until `renews_at` of a new or renewed certificate. */
  certificateDays: number({
    unit: "days",
    min: 1,
    max: 3650,
    default: 60,
    example: 30,
    doc: "Days until `renews_at` of a new or renewed certificate. The interval is not shown.",
  }),
  /** Spelling of `domain` in responses. */
  domainSpelling: choice({
    values: ["as-given", "lower"],
    default: "as-given",
    example: "lower",
    doc: "Spelling of `domain` in responses: as sent, or lower case without a trailing dot. Normalisation is not shown.",
  }),
  /** A second agent ingress of an account with the same domain. */
  duplicateDomains: choice({
    values: ["allow", "reject"],
    default: "allow",
    example: "reject",
    doc: "A second agent ingress of an account with the same domain: created, or refused with 409. Uniqueness is not shown.",
  }),
  /** Regions of `region_domains`. */
  regions: someNames<string>({
    unit: "regions",
    default: ["us", "eu", "ap", "au", "sa", "jp", "in"],
    example: ["us", "eu"],
    doc: "Regions of `region_domains`, for existing ingresses too. The list may grow, its values are not shown.",
  }),
  /** Key of an SSH certificate authority created without `private_key_type`. */
  defaultKeyType: choice({
    values: ["ed25519", "ecdsa", "rsa"],
    default: "ed25519",
    example: "rsa",
    doc: "Key of an SSH certificate authority created without `private_key_type`. The default is not shown.",
  }),
  /** Accepted values of `elliptic_curve`. */
  ellipticCurves: someNames({
    unit: "curves",
    of: knownCurves,
    default: ["nistp256", "nistp384", "nistp521"],
    example: ["P-256", "P-384"],
    doc: "Accepted values of `elliptic_curve`; the first one is used when none is sent. Allowed values are not shown.",
  }),
  /** A second route of an edge with the same `match_type` and `match`. */
  duplicateRoutes: choice({
    values: ["allow", "reject"],
    default: "allow",
    example: "reject",
    doc: "A second route of an edge with the same `match_type` and `match`: stored, or refused with 409. Uniqueness is not shown.",
  }),
  /** DELETE of a route. */
  routeDeletion: choice({
    values: ["204", "none"],
    default: "204",
    example: "none",
    doc: "DELETE of a route: done and answered with 204, or no such operation (405). Deleting routes is not shown.",
  }),
  /** `terminate_at` of HTTPS edges that no fixture describes. */
  terminateAt: choice({
    values: ["edge", "upstream"],
    default: "edge",
    example: "upstream",
    doc: "`terminate_at` of HTTPS edges that no fixture describes. Creating edges is not shown.",
  }),
} as const satisfies Readonly<Record<string, OptionRow>>;
