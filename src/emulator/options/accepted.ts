import type { Issue } from "../validation/issue";

/** The members whose accepted values an option may list, those of modules behind the module's name. */
export const acceptedMembers = [
  "authority",
  "elliptic_curve",
  "jwt_validation.allowed_algorithms",
  "policy.type",
  "saml.nameid_format",
  "tls_termination.min_version",
  "webhook_verification.provider",
] as const;

export type AcceptedMember = (typeof acceptedMembers)[number];

/** Accepted values by members. */
export type AcceptedValues = Readonly<Partial<Record<AcceptedMember, readonly string[]>>>;

/** An issue with the member at a path of the body if the value is not among those that the option accepts for it. */
export function unaccepted(accepted: AcceptedValues, name: AcceptedMember, value: unknown, member: string): Issue[] {
  const values = accepted[name];
  if (values === undefined || typeof value !== "string" || values.includes(value)) return [];
  return [{ member, message: `must be one of ${values.join(", ")}` }];
}
