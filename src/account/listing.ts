import { type AgentIngressOutputs, agentIngress } from "../core/definitions/agent-ingress";
import { isSet, type Values } from "../core/schema/values";
import { jsonReport } from "../insight/report/json";
import { columns } from "../insight/report/table";
import { count, printable } from "../insight/report/text";
import type { StackState } from "../insight/stack/export";
import type { AccountObject } from "./account";

/** An object of the account as a list shows it. */
export interface Listed {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly createdAt?: string;
  /** The state of an agent ingress's certificate. */
  readonly certificate?: string;
  /** Labels of the stacks that manage the object. */
  readonly managedBy: readonly string[];
}

/** The objects of an account, with the stacks that manage them. */
export function listOf(objects: readonly AccountObject[], stacks: readonly StackState[]): Listed[] {
  const managers = new Map<string, string[]>();
  for (const { label, resources } of stacks) {
    for (const { isIngress, type, id } of resources) {
      if (isIngress) managers.set(`${type} ${id}`, [...(managers.get(`${type} ${id}`) ?? []), label]);
    }
  }
  return objects.map((each) => ({ ...described(each), managedBy: managers.get(keyOf(each)) ?? [] }));
}

/** What identifies an object in every stack. */
export const keyOf = ({ definition, id }: Pick<AccountObject, "definition" | "id">): string =>
  `${definition.type} ${id}`;

function described(object: AccountObject): Omit<Listed, "managedBy"> {
  const { definition, id, outputs } = object;
  const { createdAt } = outputs;
  return {
    kind: definition.type,
    name: displayName(object),
    id,
    ...(typeof createdAt === "string" && { createdAt }),
    ...(definition.type === agentIngress.type && { certificate: certificateState(outputs) }),
  };
}

/** What people know an object by: what identifies it to its clients, else its description. */
export function displayName({ definition, id, outputs }: AccountObject): string {
  const identity = (definition.kind === "collection" && definition.identity) || [];
  const known = identity.length > 0 ? identity.at(-1) : "description";
  const name = outputs[known ?? ""];
  return typeof name === "string" && name !== "" ? name : id;
}

function certificateState({ certificateManagementPolicy, certificateManagementStatus }: Values): string {
  if (!isSet(certificateManagementPolicy)) return "not managed";
  const { provisioningJob, renewsAt } = (certificateManagementStatus ?? {}) as NonNullable<
    AgentIngressOutputs["certificateManagementStatus"]
  >;
  if (provisioningJob) return provisioningJob.errorCode ?? "provisioning";
  return renewsAt === undefined ? "managed" : `renews ${renewsAt.slice(0, 10)}`;
}

const HEAD = ["KIND", "NAME", "ID", "AGE", "CERTIFICATE", "MANAGED BY"];
const LIMITS = [36, 40, 64, 8, 18, 40];

/** Those that no given stack manages. */
export const unmanagedOf = (list: readonly Listed[]): Listed[] =>
  list.filter(({ managedBy }) => managedBy.length === 0);

/** A part of a list as a table, with what the whole list contains in one line below it. */
export function listTable(list: readonly Listed[], shown: readonly Listed[], now: Date): string {
  const rows = shown.map(({ kind, name, id, createdAt, certificate = "", managedBy }) =>
    [kind, name, id, age(createdAt, now), certificate, managedBy.join(", ")].map(printable),
  );
  const unmanaged = unmanagedOf(list).length;
  const total = `${count(list.length, "object")}, of which ${unmanaged} ${unmanaged === 1 ? "is" : "are"} unmanaged.`;
  return [...(rows.length === 0 ? [] : [...columns([HEAD, ...rows], LIMITS).flat(), ""]), total].join("\n");
}

/** The list for programs. */
export const listJson = (objects: readonly Listed[], notes: readonly string[]): string =>
  jsonReport(1, { objects, notes });

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
] as const;

function age(createdAt: string | undefined, now: Date): string {
  const ms = createdAt === undefined ? Number.NaN : now.getTime() - Date.parse(createdAt);
  if (Number.isNaN(ms)) return "";
  const [unit, size] = UNITS.find(([, each]) => ms >= each) ?? ["s", 1_000];
  return `${Math.max(0, Math.floor(ms / size))} ${unit}`;
}
