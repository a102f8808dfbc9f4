import * as pulumi from "@pulumi/pulumi";
import type { Log } from "../../core/schema/problem";

const methods = { debug: "debug", info: "info", warning: "warn" } as const;

/** Shows the user a message of something that runs in the program's process. */
export const log: Log = ({ severity, text }) => void pulumi.log[methods[severity]](text);
