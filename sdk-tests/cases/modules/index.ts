import { jwtValidation, oauth, oidc, saml, webhookVerification } from "./access";
import type { ModuleCase } from "./case";
import {
  backend,
  circuitBreaker,
  compression,
  ipRestriction,
  policy,
  requestHeaders,
  responseHeaders,
  userAgentFilter,
  websocketTcpConverter,
} from "./traffic";

/** One case for each module of a route. */
export const moduleCases: readonly ModuleCase[] = [
  backend,
  ipRestriction,
  circuitBreaker,
  compression,
  requestHeaders,
  responseHeaders,
  webhookVerification,
  oauth,
  saml,
  oidc,
  websocketTcpConverter,
  userAgentFilter,
  jwtValidation,
  policy,
];
