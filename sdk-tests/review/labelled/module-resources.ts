import { component, oauth, route } from "../declared";
import {
  at,
  disabled,
  github,
  type Label,
  locked,
  loginOn,
  renamed,
  risky,
  tokens,
  tokensOn,
  users,
  webhooksOn,
  withOptions,
} from "./label";

const other = at("other", "/other");
const OTHER = { route: { $resource: "other" } };
const OTHER_IDS = { edgeId: "EDGE", routeId: { $id: "other" } };
const inGroup = { parent: { $resource: "group" } };

/** Protections in resources of their own: where they point to, and what they become. */
export const moduleResources: readonly Label[] = [
  risky("login-elsewhere", "high", "The login moves to another route, and the first serves everybody.", [
    [route(), other, loginOn()],
    [route(), other, loginOn(oauth, OTHER)],
  ]),
  risky("login-elsewhere-by-ids", "high", "The login moves to another route, and the first serves everybody.", [
    [route(), other, loginOn(oauth, { edgeId: "EDGE", routeId: { $id: "route" } })],
    [route(), other, loginOn(oauth, OTHER_IDS)],
  ]),
  risky("tokens-elsewhere", "high", "The token validation moves to another route, and the first serves everybody.", [
    [route(), other, tokensOn()],
    [route(), other, tokensOn(tokens, OTHER)],
  ]),
  risky("webhooks-elsewhere", "high", "The first route accepts webhooks of anybody.", [
    [route(), other, webhooksOn()],
    [route(), other, webhooksOn(github.webhookVerification, OTHER)],
  ]),
  risky("argument-to-resource-elsewhere", "high", "The resource protects another route than the argument did.", [
    [route(locked), other],
    [route(), other, loginOn(oauth, OTHER)],
  ]),
  risky("argument-to-resource-off", "high", "The resource that replaces the argument is disabled.", [
    [route(locked)],
    [route(), loginOn({ ...oauth, ...disabled })],
  ]),
  risky(
    "argument-to-resource-without-list",
    "high",
    "The resource that replaces the argument lists nobody, so all get in.",
    [[route(locked)], [route(), loginOn(users(1, {}).oauth)]],
  ),
  risky("resource-to-argument-off", "high", "The argument that replaces the resource is disabled.", [
    [route(), loginOn()],
    [route({ oauth: { ...oauth, ...disabled } })],
  ]),
  risky("resource-to-argument-of-another", "high", "The argument protects another route than the resource did.", [
    [route(), other, loginOn()],
    [route(), at("other", "/other", locked)],
  ]),
  risky("resource-disabled", "high", "No login is required any more.", [
    [route(), loginOn()],
    [route(), loginOn({ ...oauth, ...disabled })],
  ]),
  risky("resource-tokens-disabled", "high", "No token is required any more.", [
    [route(), tokensOn()],
    [route(), tokensOn({ ...tokens, ...disabled })],
  ]),
  risky("resource-tokens-removed", "high", "No token is required any more.", [[route(), tokensOn()], [route()]]),
  risky("resource-webhooks-removed", "high", "Unsigned webhooks are accepted.", [[route(), webhooksOn()], [route()]]),
  risky("resource-webhooks-unsigned", "high", "The new sender needs no secret.", [
    [route(), webhooksOn()],
    [route(), webhooksOn({ provider: "sns" })],
  ]),
  risky(
    "resource-removed-retaining-route",
    "high",
    "The route retains removed arguments; the resource is deleted all the same.",
    [[route({ retainRemovedModules: true }), loginOn()], [route({ retainRemovedModules: true })]],
  ),
  risky("resource-list-emptied", "high", "Every account of the code-hosting platform gets in.", [
    [route(), loginOn()],
    [route(), loginOn(users(1, {}).oauth)],
  ]),
  risky("resource-public-domain", "high", "Everybody can have an address of that mail provider.", [
    [route(), loginOn(users(3, { emailDomains: ["example.com"] }).oauth)],
    [route(), loginOn(users(3, { emailDomains: ["example.com", "Hotmail.com"] }).oauth)],
  ]),
  risky("resource-options-pass", "medium", "OPTIONS requests reach the backend without a login.", [
    [route(), loginOn()],
    [route(), loginOn({ ...oauth, optionsPassthrough: true })],
  ]),
  risky("renamed-and-widened", "medium", "Under its new name the login admits another organization.", [
    [route(), loginOn()],
    [route(), renamed(loginOn(users(1, { organizations: ["example", "partner"] }).oauth), "sign-in")],
  ]),
  risky("component-without-login", "high", "The route moves into a component, its login does not.", [
    [route(), loginOn()],
    [component, withOptions(route(), inGroup)],
  ]),
  risky("component-with-login-off", "high", "The login moves into a component and is disabled there.", [
    [route(), loginOn()],
    [component, route(), withOptions(loginOn({ ...oauth, ...disabled }), inGroup)],
  ]),
  risky("route-renamed-login-stays-away", "high", "The route gets another name, and its token validation is dropped.", [
    [route(), tokensOn()],
    [at("renamed", "/api")],
  ]),
  risky(
    "route-replaced-without-login",
    "high",
    "The login is dropped while another protection moves to the new name.",
    [[route(locked), tokensOn()], [at("renamed", "/api", { userAgentFilter: { deny: ["bot"] } })]],
  ),
  risky("tokens-to-login-without-list", "high", "A login for everybody replaces the check of tokens.", [
    [route(), tokensOn()],
    [route(), loginOn(users(2, {}).oauth)],
  ]),
  risky("converter-replaces-login", "high", "A conversion of websockets keeps nobody out.", [
    [route(locked)],
    [route({ websocketTcpConverter: {} })],
  ]),
  risky(
    "edge-moved-login-behind",
    "high",
    "The route is served on another edge, and its login is not declared there.",
    [[route(), loginOn()], [route({ edgeId: "EDGE-2" })]],
  ),
  risky(
    "login-elsewhere-for-empty-list",
    "high",
    "The login moves to the other route, and the list of addresses that the first gets is empty.",
    [
      [route(), other, loginOn()],
      [route({ ipRestriction: { ipPolicyIds: [] } }), other, loginOn(oauth, OTHER)],
    ],
  ),
  risky(
    "adopted-and-emptied",
    "medium",
    "A login that another party has set, maybe with a list, is replaced by one for everybody.",
    [[route()], [route(), loginOn({ ...users(1, {}).oauth, adopt: true })]],
  ),
  risky("tokens-adopted-and-off", "medium", "If another party requires tokens, they are no longer required.", [
    [route()],
    [route(), tokensOn({ ...tokens, ...disabled, adopt: true })],
  ]),
];
