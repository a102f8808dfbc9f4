import type { Severity } from "../../../../src/insight/report/finding";
import { type Args, of } from "../../declared";
import { label, locked, type ReaderLabel } from "./label";

const configured = (name: string, expected: Severity | "none", because: string, config: Args): ReaderLabel => ({
  ...label(name, expected, because, of({ ...locked }, { ...locked })),
  config,
});

/** The stack's configuration, with a program that stays as it is. The service is at https://api.example.com. */
export const readerConfigs: readonly ReaderLabel[] = [
  configured(
    "base-url-other-host",
    "medium",
    "The objects may not be there, and the API key is sent to another host.",
    {
      "edge-ingress:baseUrl": "https://api.example.net",
    },
  ),
  configured(
    "base-url-without-tls",
    "medium",
    "The provider refuses an address without TLS, so that the apply fails and no key is sent.",
    {
      "edge-ingress:baseUrl": "http://api.example.com",
    },
  ),
  configured("base-url-look-alike", "medium", "A letter of the host is a Cyrillic one, so that it is another host.", {
    "edge-ingress:baseUrl": "https://api.ex\u0430mple.com",
  }),
  configured("base-url-other-path", "medium", "The objects may not be below the other path.", {
    "edge-ingress:baseUrl": "https://api.example.com/staging",
  }),
  configured("base-url-user-info", "medium", "The host is the one behind the sign, which is another one.", {
    "edge-ingress:baseUrl": "https://api.example.com@collector.example.net",
  }),
  configured("base-url-same", "none", "It is the address that the objects have.", {
    "edge-ingress:baseUrl": "https://api.example.com",
  }),
  configured("base-url-slash", "none", "A slash at the end makes no difference to an address.", {
    "edge-ingress:baseUrl": "https://api.example.com/",
  }),
  configured(
    "base-url-capitals-and-port",
    "none",
    "Host names do not know letter case, and 443 is the port of https.",
    {
      "edge-ingress:baseUrl": "https://API.example.com:443",
    },
  ),
  configured("config-of-the-program", "none", "The key belongs to the program, whose resources stay the same.", {
    "shop:domain": "shop.example.com",
  }),
];
