import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { CallOptions } from "../../core/provider/call";
import type { Provider } from "../../core/provider/provider";
import { parseUrn } from "../../core/pulumi/urn";
import { withoutChosen, withStatedChoices } from "../../core/schema/chosen";
import type { Table } from "../../core/schema/field";
import { list } from "../../core/schema/problem";
import { withUnknownSecrets } from "../../core/schema/secrets";
import type { Values } from "../../core/schema/values";
import type { LogOf } from "./engine-log";
import { definitionOf, importedFrom } from "./identify";
import {
  diffOf,
  failuresOf,
  isRecorded,
  received,
  recorded,
  requireKnown,
  wrapped,
} from "./properties";
import { withPartialState } from "./status";

/* The calls for resources, from the engine's messages to the provider and back. */

/** In what calls are answered. */
export interface Session {
  readonly provider: Provider;
  readonly logOf: LogOf;
  /** The URNs of objects that were read to be imported, and are checked next. */
  readonly imported: Set<string>;
  /** Ends every wait. */
  readonly signal: AbortSignal;
}

/** Checks arguments; any failure refuses the resource. Those of an import lack the secrets that the service masks. */
export function check(session: Session, request: proto.CheckRequest): proto.CheckResponse {
  const { provider, definition, fields, olds, news, options } = changeIn(session, request);
  const isImport = session.imported.delete(request.getUrn());
  const stated = isImport ? withUnknownSecrets(fields, news.values).values : news.values;
  const { inputs, problems } = provider.check(definition, {
    ...options,
    olds: olds.values,
    inputs: stated,
  });
  return new proto.CheckResponse()
    .setInputs(wrapped(fields, isImport ? news.values : inputs, news.secretPaths))
    .setFailuresList(failuresOf(problems));
}

const { Kind } = proto.PropertyDiff;

const kindOfDetail = {
  add: [Kind.ADD, Kind.ADD_REPLACE],
  update: [Kind.UPDATE, Kind.UPDATE_REPLACE],
  delete: [Kind.DELETE, Kind.DELETE_REPLACE],
} as const;

/** Compares state and arguments. */
export function diff(session: Session, request: proto.DiffRequest): proto.DiffResponse {
  const { provider, definition, fields, olds, news, options } = changeIn(session, request);
  const { baseUrlDigest } = olds.notes;
  const outputs = comparableState(request, { fields, olds, news });
  const compared = { ...options, id: request.getId(), outputs, baseUrlDigest, inputs: news.values };
  const { changed, replaces, details, stables } = provider.diff(definition, compared);
  const response = diffOf(changed)
    .setReplacesList([...replaces])
    .setStablesList([...stables])
    .setHasdetaileddiff(true);
  for (const [path, { kind, replace }] of Object.entries(details)) {
    const detail = new proto.PropertyDiff()
      .setKind(kindOfDetail[kind][replace ? 1 : 0])
      .setInputdiff(true);
    response.getDetaileddiffMap().set(path, detail);
  }
  return response;
}

/** Makes the object, or tells in a preview what is known of it. */
export async function create(
  session: Session,
  request: proto.CreateRequest,
): Promise<proto.CreateResponse> {
  const { provider, definition, fields, given, options } = givenIn(
    session,
    request,
    request.getProperties(),
  );
  const inputs = given.values;
  const preview = request.getPreview();
  if (!preview) requireKnown(fields, inputs);
  const made = await withPartialState(fields, () =>
    provider.create(definition, { ...options, inputs, preview }),
  );
  const properties = preview ? made.outputs : recorded(fields, made);
  return new proto.CreateResponse()
    .setId(made.id)
    .setProperties(wrapped(fields, properties, made.secretPaths));
}

/**
 * Reads the object: for a refresh, as the program states it; for an import, which brings nothing but the id, and for a
 * `.get`, whole. Without an id in the answer the engine knows that there is none.
 */
export async function read(
  session: Session,
  request: proto.ReadRequest,
): Promise<proto.ReadResponse> {
  const {
    provider,
    definition,
    fields,
    given: state,
    options,
  } = givenIn(session, request, request.getProperties());
  const isImport = !request.hasProperties() && !request.hasInputs();
  const { baseUrlDigest } = state.notes;
  const isRefresh = isRecorded(fields, state.values);
  const inputs = received(fields, request.getInputs()).values;
  const outputs = isRefresh
    ? withStatedChoices(fields, state.values, inputs, inputs)
    : state.values;
  const place = isImport
    ? importedFrom(definition, request.getId())
    : { id: request.getId(), outputs };
  const verb = isRefresh ? provider.read : provider.get;
  const found = await verb(definition, { ...options, ...place, baseUrlDigest });
  if (!found) return new proto.ReadResponse();
  // No program has stated what the service has chosen: a program that leaves it out fits the object as well.
  const stored =
    isRefresh || isImport ? withoutChosen(fields, found.outputs, state.values) : found.outputs;
  if (isImport)
    noteImport(session, request.getUrn(), withUnknownSecrets(fields, found.inputs).missing);
  const view = { ...found, outputs: stored, ...state.notes, baseUrlDigest: found.baseUrlDigest };
  return new proto.ReadResponse()
    .setId(found.id)
    .setProperties(wrapped(fields, recorded(fields, view), found.secretPaths))
    .setInputs(wrapped(fields, found.inputs, found.secretPaths));
}

function noteImport({ imported, logOf }: Session, urn: string, missing: readonly string[]): void {
  imported.add(urn);
  if (missing.length === 0) return;
  const text = `the service does not show ${list(missing)}: set it in the program, and the next \`pulumi up\` sends it`;
  logOf(urn)({ severity: "warning", text });
}

/** Changes the object in place, or tells in a preview what is known of it then. */
export async function update(
  session: Session,
  request: proto.UpdateRequest,
): Promise<proto.UpdateResponse> {
  const { provider, definition, fields, olds, news, options } = changeIn(session, request);
  const preview = request.getPreview();
  if (!preview) requireKnown(fields, news.values);
  const outputs = comparableState(request, { fields, olds, news });
  const changed = { ...options, id: request.getId(), outputs, inputs: news.values, preview };
  const updated = await withPartialState(fields, () => provider.update(definition, changed));
  return new proto.UpdateResponse().setProperties(
    wrapped(fields, recorded(fields, updated), updated.secretPaths),
  );
}

/** Deletes the object. */
export async function remove(session: Session, request: proto.DeleteRequest): Promise<Empty> {
  const { provider, definition, given, options } = givenIn(
    session,
    request,
    request.getProperties(),
  );
  await provider.delete(definition, {
    ...options,
    ...given.notes,
    id: request.getId(),
    outputs: given.values,
  });
  return new Empty();
}

interface Compared {
  readonly fields: Table;
  readonly olds: Pick<ReturnType<typeof received>, "values">;
  readonly news: Pick<ReturnType<typeof received>, "values">;
}

/** The state with which a program is compared: after an import, the inputs alone have what the service has chosen. */
function comparableState(
  request: proto.DiffRequest | proto.UpdateRequest,
  { fields, olds, news }: Compared,
): Values {
  const inputs = received(fields, request.getOldInputs()).values;
  return withStatedChoices(fields, olds.values, inputs, news.values);
}

/** What a request brings of a resource as it was and as it is to be. */
function changeIn(
  session: Session,
  request: proto.CheckRequest | proto.DiffRequest | proto.UpdateRequest,
) {
  const { given: news, options, ...resource } = givenIn(session, request, request.getNews());
  const olds = received(resource.fields, request.getOlds());
  return { ...resource, olds, news, options: { ...options, oldSecretPaths: olds.secretPaths } };
}

/** What requests for a resource have; the timeout, in seconds, is 0 if the program does not set it. */
type ResourceRequest = Pick<proto.DeleteRequest, "getUrn"> &
  Partial<Pick<proto.DeleteRequest, "getTimeout">>;

/** The resource that a request is for, and the values that it brings. */
function givenIn(
  { provider, logOf, signal }: Session,
  request: ResourceRequest,
  properties: Struct | undefined,
) {
  const urn = request.getUrn();
  const { type, name } = parseUrn(urn);
  const definition = definitionOf(type);
  const { fields } = definition;
  const given = received(fields, properties);
  const { secretPaths } = given;
  const seconds = request.getTimeout?.() ?? 0;
  const timeoutMs = seconds > 0 ? seconds * 1_000 : undefined;
  const options: CallOptions = {
    label: { urn, name },
    signal,
    log: logOf(urn),
    secretPaths,
    timeoutMs,
  };
  return { provider, definition, fields, given, options };
}
