import { expect, it } from "vitest";
import { readPreview } from "../../src/insight/engine/preview";
import { asHtml } from "../../src/insight/map/html";
import { mapOfPreview } from "../../src/insight/map/model";
import { review } from "../../src/insight/review/findings";
import { forms, previewedText } from "./previewed";

/** Values that a program has in plaintext before a change, and marks as secrets in the change. */

const PLAIN = "canary-of-the-old-program";

const route = (args: object) => ({
  type: "HttpsEdgeRoute",
  name: "route",
  args: {
    edgeId: "edge_1",
    matchType: "path_prefix",
    match: "/a",
    backend: { backendId: "bkd_1" },
    ...args,
  },
});

const secret = (value: unknown) => ({ $secret: value });

const saml = { idpMetadata: "<xml/>", maximumDuration: 60, authorizedGroups: [PLAIN] };

const changes = {
  "a list of a login that is switched off": [
    { saml },
    { saml: { ...saml, enabled: false, authorizedGroups: secret([PLAIN]) } },
  ],
  "a list beside a limit that changes": [
    { saml },
    { saml: { ...saml, maximumDuration: 90, authorizedGroups: secret([PLAIN]) } },
  ],
  "a whole module": [{ saml }, { saml: secret({ ...saml, maximumDuration: 90 }) }],
  "a match": [{ match: `/${PLAIN}` }, { match: secret(`/${PLAIN}2`) }],
  "a description": [{ description: PLAIN }, { description: secret(`${PLAIN}2`) }],
} as const;

for (const form of forms) {
  it.each(Object.entries(changes))(
    `in the ${form} form, no report shows what was before it: %s`,
    (_, [before, after]) => {
      const preview = readPreview(
        previewedText({ before: [route(before)], after: [route(after)] }, form),
      );
      const result = review([preview]);
      expect(result.stacks[0]?.changes).toMatchObject([{ action: "changed" }]);
      expect(JSON.stringify(result)).not.toContain(PLAIN);
      const map = mapOfPreview(preview);
      expect(JSON.stringify(map) + asHtml([map])).not.toContain(PLAIN);
    },
  );
}
