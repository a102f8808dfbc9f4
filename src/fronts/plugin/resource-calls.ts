import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { CallOptions } from "../../core/provider/call";
import type { Provider } from "../../core/provider/provider";
import { parseUrn } from "../../core/pulumi/urn";
import type { Definition } from "../../core/schema/definition";
import type { Table } from "../../core/schema/field";
import { list } from "../../core/schema/problem";
import { withUnknownSecrets } from "../../core/schema/secrets";
import { withDeclaredChoices, withoutServiceChoices } from "../../core/schema/service-choices";
import type { Values } from "../../core/schema/values";
import type { LogForResource } from "./engine-log";
import { definitionForToken, parseImportId } from "./identify";
import {
  isRecordedState,
  type Properties,
  readProperties,
  recordedOutputs,
  requireKnown,
  toCheckFailures,
  toDiffResponse,
  toProperties,
} from "./properties";
import { withPartialState } from "./status";

/* The calls for resources: from the engine's messages to the provider and back. */

/** The context of the calls. */
export interface Session {
  readonly provider: Provider;
  readonly logFor: LogForResource;
  /** The URNs of objects that were read for an import. The engine checks them next. */
  readonly imported: Set<string>;
  /** Cancels every wait. */
  readonly signal: AbortSignal;
}

/** Checks arguments. Any failure refuses the resource. The arguments of an import lack the secrets that the service masks. */
export function check(session: Session, request: proto.CheckRequest): proto.CheckResponse {
  const { provider, definition, fields, olds, news, options } = readChange(session, request);
  const isImport = session.imported.delete(request.getUrn());
  const declared = isImport ? withUnknownSecrets(fields, news.values).values : news.values;
  const { inputs, problems } = provider.check(definition, {
    ...options,
    olds: olds.values,
    inputs: declared,
  });
  return new proto.CheckResponse()
    .setInputs(toProperties(fields, isImport ? news.values : inputs, news.secretPaths))
    .setFailuresList(toCheckFailures(problems));
}

const { Kind } = proto.PropertyDiff;

const detailKinds = {
  add: { inPlace: Kind.ADD, replacing: Kind.ADD_REPLACE },
  update: { inPlace: Kind.UPDATE, replacing: Kind.UPDATE_REPLACE },
  delete: { inPlace: Kind.DELETE, replacing: Kind.DELETE_REPLACE },
} as const;

/** Compares state and arguments. */
export function diff(session: Session, request: proto.DiffRequest): proto.DiffResponse {
  const { provider, definition, fields, olds, news, options } = readChange(session, request);
  const { baseUrlDigest } = olds.notes;
  const outputs = comparableState(request, { fields, olds, news });
  const compared = { ...options, id: request.getId(), outputs, baseUrlDigest, inputs: news.values };
  const { changed, replaces, details, stables } = provider.diff(definition, compared);
  const response = toDiffResponse(changed)
    .setReplacesList([...replaces])
    .setStablesList([...stables])
    .setHasdetaileddiff(true);
  for (const [path, { kind, replace }] of Object.entries(details)) {
    const { inPlace, replacing } = detailKinds[kind];
    const detail = new proto.PropertyDiff()
      .setKind(replace ? replacing : inPlace)
      .setInputdiff(true);
    response.getDetaileddiffMap().set(path, detail);
  }
  return response;
}

/** Creates the object. In a preview, returns the outputs that are known already. */
export async function create(
  session: Session,
  request: proto.CreateRequest,
): Promise<proto.CreateResponse> {
  const target = readTarget(session, request, request.getProperties());
  const { provider, definition, fields, options } = target;
  const inputs = target.properties.values;
  const preview = request.getPreview();
  if (!preview) requireKnown(fields, inputs);
  const created = await withPartialState(fields, () =>
    provider.create(definition, { ...options, inputs, preview }),
  );
  // A preview of a create has no object whose id and notes could be recorded.
  const properties = preview ? created.outputs : recordedOutputs(fields, created);
  return new proto.CreateResponse()
    .setId(created.id)
    .setProperties(toProperties(fields, properties, created.secretPaths));
}

/** The reason of a read. A refresh reads the values that the program declares. An import and a `.get` read the whole object. */
type ReadMode = "refresh" | "import" | "get";

/** Finds out the reason of a read. The request of an import has the id alone. */
function readMode(request: proto.ReadRequest, fields: Table, state: Values): ReadMode {
  if (!request.hasProperties() && !request.hasInputs()) return "import";
  return isRecordedState(fields, state) ? "refresh" : "get";
}

/** The object to read: its id, and what is known of its outputs. */
function objectToRead(
  mode: ReadMode,
  request: proto.ReadRequest,
  definition: Definition,
  state: Values,
) {
  const id = request.getId();
  if (mode === "import") return parseImportId(definition, id);
  if (mode === "get") return { id, outputs: state };
  const { fields } = definition;
  const inputs = readProperties(fields, request.getInputs()).values;
  return { id, outputs: withDeclaredChoices(fields, state, inputs, inputs) };
}

/** Reads the object. A response without an id means that there is no object. */
export async function read(
  session: Session,
  request: proto.ReadRequest,
): Promise<proto.ReadResponse> {
  const target = readTarget(session, request, request.getProperties());
  const { provider, definition, fields, properties: state, options } = target;
  const mode = readMode(request, fields, state.values);
  const { baseUrlDigest } = state.notes;
  const object = objectToRead(mode, request, definition, state.values);
  const readObject = mode === "refresh" ? provider.read : provider.get;
  const found = await readObject(definition, { ...options, ...object, baseUrlDigest });
  if (!found) return new proto.ReadResponse();
  // Values that the service chose stay out of the state: a program that leaves them out then shows no change.
  const stored =
    mode === "get" ? found.outputs : withoutServiceChoices(fields, found.outputs, state.values);
  if (mode === "import")
    recordImport(session, request.getUrn(), withUnknownSecrets(fields, found.inputs).missing);
  const view = { ...found, outputs: stored, ...state.notes, baseUrlDigest: found.baseUrlDigest };
  return new proto.ReadResponse()
    .setId(found.id)
    .setProperties(toProperties(fields, recordedOutputs(fields, view), found.secretPaths))
    .setInputs(toProperties(fields, found.inputs, found.secretPaths));
}

function recordImport(
  { imported, logFor }: Session,
  urn: string,
  missing: readonly string[],
): void {
  imported.add(urn);
  if (missing.length === 0) return;
  const text = `the service does not show ${list(missing)}: set it in the program, and the next \`pulumi up\` sends it`;
  logFor(urn)({ severity: "warning", text });
}

/** Changes the object in place. In a preview, returns the outputs that are known already. */
export async function update(
  session: Session,
  request: proto.UpdateRequest,
): Promise<proto.UpdateResponse> {
  const { provider, definition, fields, olds, news, options } = readChange(session, request);
  const preview = request.getPreview();
  if (!preview) requireKnown(fields, news.values);
  const outputs = comparableState(request, { fields, olds, news });
  const change = { ...options, id: request.getId(), outputs, inputs: news.values, preview };
  const updated = await withPartialState(fields, () => provider.update(definition, change));
  return new proto.UpdateResponse().setProperties(
    toProperties(fields, recordedOutputs(fields, updated), updated.secretPaths),
  );
}

/** Deletes the object. */
export async function remove(session: Session, request: proto.DeleteRequest): Promise<Empty> {
  const target = readTarget(session, request, request.getProperties());
  const { provider, definition, properties: state, options } = target;
  await provider.delete(definition, {
    ...options,
    ...state.notes,
    id: request.getId(),
    outputs: state.values,
  });
  return new Empty();
}

interface Comparison {
  readonly fields: Table;
  readonly olds: Pick<Properties, "values">;
  readonly news: Pick<Properties, "values">;
}

/** The state for a comparison with a program. After an import, the old inputs alone contain the choices of the service. */
function comparableState(
  request: proto.DiffRequest | proto.UpdateRequest,
  { fields, olds, news }: Comparison,
): Values {
  const inputs = readProperties(fields, request.getOldInputs()).values;
  return withDeclaredChoices(fields, olds.values, inputs, news.values);
}

/** The resource of a request, with its old and new properties. */
function readChange(
  session: Session,
  request: proto.CheckRequest | proto.DiffRequest | proto.UpdateRequest,
) {
  const {
    properties: news,
    options,
    ...resource
  } = readTarget(session, request, request.getNews());
  const olds = readProperties(resource.fields, request.getOlds());
  return { ...resource, olds, news, options: { ...options, oldSecretPaths: olds.secretPaths } };
}

/** The common members of requests for a resource. The timeout, in seconds, is 0 if the program does not set it. */
type ResourceRequest = Pick<proto.DeleteRequest, "getUrn"> &
  Partial<Pick<proto.DeleteRequest, "getTimeout">>;

/** The resource of a request, with its properties and the options of the call. */
function readTarget(
  { provider, logFor, signal }: Session,
  request: ResourceRequest,
  message: Struct | undefined,
) {
  const urn = request.getUrn();
  const { type, name } = parseUrn(urn);
  const definition = definitionForToken(type);
  const { fields } = definition;
  const properties = readProperties(fields, message);
  const seconds = request.getTimeout?.() ?? 0;
  const timeoutMs = seconds > 0 ? seconds * 1_000 : undefined;
  const options: CallOptions = {
    label: { urn, name },
    signal,
    log: logFor(urn),
    secretPaths: properties.secretPaths,
    timeoutMs,
  };
  return { provider, definition, fields, properties, options };
}
