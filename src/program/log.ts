import * as pulumi from "@pulumi/pulumi";
import type { Message } from "../schema/message";

/** Shows the user a message of something that runs in the program's process. */
export const log = ({ severity, text }: Message): void =>
  void (severity === "warning" ? pulumi.log.warn(text) : pulumi.log.info(text));
