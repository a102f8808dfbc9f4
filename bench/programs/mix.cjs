/**
 * An object that the benchmark declares.
 * @typedef {object} DeclaredObject
 * @property {"AgentIngress" | "EventDestination" | "HttpsEdgeRoute"} type the class of this package
 * @property {string} name
 * @property {string} path where the API makes it
 * @property {Record<string, unknown>} args
 */

const EDGE = "edghts_benchmark";

/** @typedef {(text: string) => unknown} Mark what makes a text a secret */

/** @type {((index: number, description: string, secret: Mark) => DeclaredObject)[]} */
const kinds = [
  (index, description) => ({
    type: "AgentIngress",
    name: `ingress-${index}`,
    path: "/agent_ingresses",
    args: { domain: `host${index}.example.com`, description },
  }),
  (index, description, secret) => ({
    type: "EventDestination",
    name: `destination-${index}`,
    path: "/event_destinations",
    args: {
      description,
      format: "json",
      target: {
        monitoring: { apiKey: secret(`monitoring-key-${index}`), service: "ingress", site: "eu" },
      },
    },
  }),
  (index, description) => ({
    type: "HttpsEdgeRoute",
    name: `route-${index}`,
    path: `/edges/https/${EDGE}/routes`,
    args: {
      edgeId: EDGE,
      matchType: "path_prefix",
      match: `/service${index}`,
      description,
      backend: { backendId: "bkdfo_benchmark" },
      compression: {},
      circuitBreaker: {
        rollingWindow: 60,
        numBuckets: 10,
        volumeThreshold: 20,
        errorThresholdPercentage: 0.25,
      },
      ipRestriction: { ipPolicyIds: ["ipp_office", "ipp_partners"] },
      responseHeaders: {
        add: { "Strict-Transport-Security": "max-age=31536000" },
        remove: ["Server"],
      },
    },
  }),
];

const FIRST = "first";

/**
 * As many ingresses as destinations as routes with five modules each.
 * @param {number} count how many in all
 * @param {string} revision the description, which is the one argument that differs from revision to revision
 * @param {number} [changed] how many are of that revision, the others being of the first; default all
 * @param {Mark} [secret] default: the provider marks what is secret by itself
 * @returns {DeclaredObject[]}
 */
const mix = (count, revision, changed = count, secret = (text) => text) =>
  Array.from({ length: count }, (_, index) =>
    kindOf(index)(index, index < changed ? revision : FIRST, secret),
  );

/** @param {number} index */
function kindOf(index) {
  const kind = kinds[index % kinds.length];
  if (!kind) throw new RangeError("there are no kinds");
  return kind;
}

/**
 * The arguments as the API names them: the edge is in the path, and names of headers begin with a capital letter.
 * @param {DeclaredObject} object
 * @returns {Record<string, unknown>} the body of the request that makes it
 */
function bodyOf({ args: { edgeId: _, ...args } }) {
  const snakeCase = (/** @type {string} */ name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return JSON.parse(JSON.stringify(args).replaceAll(/"[a-z]\w*":/g, snakeCase));
}

/**
 * The objects that a program is to declare.
 * @param {Mark} [secret]
 */
function declared(secret) {
  const { BENCH_COUNT, BENCH_REVISION = FIRST, BENCH_CHANGED = BENCH_COUNT } = process.env;
  return mix(Number(BENCH_COUNT), BENCH_REVISION, Number(BENCH_CHANGED), secret);
}

module.exports = { FIRST, mix, bodyOf, declared };
