import { nested } from "../../schema/field";
import { type RequestHeadersArgs, requestHeaders } from "./request-headers";

/** Changes the headers of responses on their way to the client (API reference: response_headers). */
export interface ResponseHeadersArgs extends RequestHeadersArgs {}

export const responseHeaders = nested<ResponseHeadersArgs>()({ ...requestHeaders });
