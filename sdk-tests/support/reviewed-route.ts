/** The program of the route whose login docs/review.md describes. */
export const REVIEWED_ROUTE = `
new HttpsEdgeRoute("api", {
  edgeId: "edghts_1",
  matchType: "path_prefix",
  match: "/api",
  backend: { backendId: "bkdhr_1" },
  oauth: { provider: { provider3: { emailDomains: ['acme.com'] } } },
});
`;
