import { nested } from "../../schema/field";
import { type ModuleArgs, moduleFields } from "./common";

/** Converts websocket connections to TCP (API reference: websocket_tcp_converter). */
export interface WebsocketTcpConverterArgs extends ModuleArgs {}

export const websocketTcpConverter = nested<WebsocketTcpConverterArgs>()({ ...moduleFields });
