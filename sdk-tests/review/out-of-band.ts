import { wireName } from "../../src/core/schema/field";
import { isObject } from "../../src/core/schema/values";
import { createBody, updateBody } from "../../src/core/schema/wire";
import type { Emulator } from "../../src/emulator";
import { members } from "../emulator/client";
import { resourceOf } from "../support/resources";
import type { StoredResource } from "../support/stack";
import type { Remote } from "./labelled";

/** A resource of a state, of this package. */
type Deployed = Pick<StoredResource, "type" | "id" | "inputs" | "outputs">;

/** Changes an object of the server by requests, as another party. */
export async function applyRemote(
  server: Emulator,
  deployed: Deployed,
  { set = {}, deleted }: Remote,
): Promise<void> {
  const { definition } = resourceOf(deployed.type);
  const path = pathOf(definition.path, deployed);
  if (deleted || definition.kind === "singleton") {
    const body = deleted
      ? undefined
      : createBody(definition.fields, { ...deployed.inputs, ...set });
    await members(server, deleted ? "DELETE" : "PUT", path, body);
    return;
  }
  for (const [name, value] of Object.entries(set)) {
    const [row, segment] = [definition.fields[name], definition.modules?.[name]];
    const isModule = row?.kind === "object" && definition.modules !== undefined;
    if (isModule && !isObject(value)) server.remove(`${path}/${wireName(name, row)}`);
    else if (!isModule || segment === undefined) {
      await members(
        server,
        "PATCH",
        path,
        updateBody(definition.fields, { [name]: value }, [name]),
      );
    } else {
      const body = { enabled: true, ...createBody(row.fields, isObject(value) ? value : {}) };
      await members(server, "PUT", `${path}/${segment}`, body);
    }
  }
}

const pathOf = (template: string, { id, outputs }: Deployed): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(name === "id" ? id : outputs[camelCase(name)]),
  );

const camelCase = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
