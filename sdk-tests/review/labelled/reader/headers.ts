import { CSP, label, type ReaderLabel, requests, responses } from "./label";

const hsts = (value: string) => ({ add: { "strict-transport-security": value } });

/** Headers of requests and responses. */
export const headers: readonly ReaderLabel[] = [
  label(
    "identity-header-not-removed",
    "medium",
    "Clients can state who they are in the header, if the backend believes it.",
    requests({ remove: ["x-forwarded-user", "x-debug"] }, { remove: ["x-debug"] }),
  ),
  label(
    "identity-header-set",
    "medium",
    "If the backend believes the header, every user is an administrator.",
    requests({ add: {} }, { add: { "x-remote-user": "admin" } }),
  ),
  label(
    "authorization-removed",
    "medium",
    "A backend that reads the header refuses all, or takes them for anonymous.",
    requests({ remove: [] }, { remove: ["authorization"] }),
  ),
  label("cookies-removed", "medium", "Sessions of the backend no longer work.", requests({}, { remove: ["Cookie"] })),
  label(
    "host-set",
    "medium",
    "The backend may serve another of its sites.",
    requests({}, { add: { host: "internal.example.com" } }),
  ),
  label(
    "forwarded-for-set",
    "medium",
    "A backend that trusts addresses takes every client for one of the network.",
    requests({}, { add: { "X-Forwarded-For": "127.0.0.1" } }),
  ),
  label(
    "plain-request-header",
    "low",
    "The header names the edge, and says nothing about a sender.",
    requests({}, { add: { "x-served-by-edge": "frankfurt" } }),
  ),
  label(
    "cors-any-origin",
    "medium",
    "Every page may read what needs no cookie, such as answers to those whom a network lets in.",
    responses({}, { add: { "access-control-allow-origin": "*" } }),
  ),
  label(
    "cors-null-with-credentials",
    "medium",
    "Every page can be of the origin `null`, and so read what the session of its visitor may.",
    responses({}, { add: { "access-control-allow-origin": "null", "access-control-allow-credentials": "true" } }),
  ),
  label(
    "cache-public",
    "medium",
    "Shared caches may keep the page of a user for others.",
    responses({ add: { "cache-control": "no-store" } }, { add: { "cache-control": "public, max-age=3600" } }),
  ),
  label(
    "cache-control-removed",
    "medium",
    "What the backend says against caching does not reach caches.",
    responses({}, { remove: ["Cache-Control"] }),
  ),
  label(
    "csp-report-only",
    "medium",
    "The policy is reported on and no longer enforced.",
    responses({ add: CSP }, { add: { "content-security-policy-report-only": CSP["content-security-policy"] } }),
  ),
  label(
    "csp-weaker",
    "medium",
    "Scripts of every origin with TLS may run.",
    responses({ add: CSP }, { add: { "content-security-policy": "default-src 'self'; script-src 'self' https:" } }),
  ),
  label(
    "csp-directives-reordered",
    "low",
    "The order of directives has no meaning, but it is another value of a header that protects users.",
    responses({ add: CSP }, { add: { "content-security-policy": "script-src 'self'; default-src 'self'" } }),
  ),
  label(
    "csp-stricter",
    "low",
    "Fewer origins are allowed.",
    responses(
      { add: { "content-security-policy": "default-src 'self' https://cdn.example.com" } },
      { add: { "content-security-policy": "default-src 'self'" } },
    ),
  ),
  label(
    "hsts-minute",
    "medium",
    "Browsers forget after a minute that they have to use TLS.",
    responses(hsts("max-age=31536000"), hsts("max-age=60")),
  ),
  label(
    "hsts-without-subdomains",
    "medium",
    "Subdomains may be reached without TLS again.",
    responses(hsts("max-age=31536000; includeSubDomains"), hsts("max-age=31536000")),
  ),
  label("hsts-new", "none", "Browsers use TLS from then on.", responses({}, hsts("max-age=31536000"))),
  label(
    "frame-options-dropped",
    "medium",
    "Other sites may show the page in a frame, and have users click in it.",
    responses({ add: { "x-frame-options": "DENY", "x-edge": "1" } }, { add: { "x-edge": "1" } }),
  ),
  label(
    "nosniff-dropped",
    "medium",
    "Browsers may take uploads for scripts.",
    responses({ add: { "x-content-type-options": "nosniff" } }, { add: {} }),
  ),
  label(
    "cookie-for-all",
    "medium",
    "Every client gets the same session.",
    responses({}, { add: { "set-cookie": "session=0123456789abcdef" } }),
  ),
  label(
    "server-hidden",
    "none",
    "Responses tell less about the software.",
    responses({}, { remove: ["Server", "X-Powered-By"] }),
  ),
  label(
    "header-in-small-letters",
    "none",
    "Names of headers do not know letter case.",
    responses({ add: { "X-Frame-Options": "DENY" } }, { add: { "x-frame-options": "DENY" } }),
  ),
];
