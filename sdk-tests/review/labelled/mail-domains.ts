import { google, of, type Pair } from "../declared";
import { type Label, risky, users } from "./label";

const added = (domain: string): Pair => of(google("example.com"), google("example.com", domain));
const PUBLIC = "Everybody can have an address of this mail provider.";

/** Domains of e-mail addresses that are added to an allow-list, in many spellings. */
export const mailDomains: readonly Label[] = [
  risky("mail-upper-case", "high", `${PUBLIC} Letter case makes no difference in a domain.`, added("GMAIL.COM")),
  risky("mail-alias-domain", "high", `${PUBLIC} It is another name of the same provider.`, added("googlemail.com")),
  risky("mail-national-variant", "high", PUBLIC, added("hotmail.co.uk")),
  risky("mail-national-variant-2", "high", PUBLIC, added("yahoo.co.jp")),
  risky("mail-germany", "high", PUBLIC, added("web.de")),
  risky("mail-germany-2", "high", PUBLIC, added("gmx.net")),
  risky("mail-france", "high", PUBLIC, added("laposte.net")),
  risky("mail-italy", "high", PUBLIC, added("libero.it")),
  risky("mail-china", "high", PUBLIC, added("qq.com")),
  risky("mail-china-2", "high", PUBLIC, added("163.com")),
  risky("mail-korea", "high", PUBLIC, added("naver.com")),
  risky("mail-russia", "high", PUBLIC, added("yandex.ru")),
  risky("mail-russia-2", "high", PUBLIC, added("mail.ru")),
  risky("mail-brazil", "high", PUBLIC, added("uol.com.br")),
  risky("mail-private-relay", "high", PUBLIC, added("privaterelay.appleid.com")),
  risky("mail-telephone-vendor", "high", PUBLIC, added("icloud.com")),
  risky("mail-encrypted", "high", PUBLIC, added("proton.me")),
  risky("mail-old", "high", PUBLIC, added("aol.com")),
  risky("mail-disposable", "high", "Everybody can read all mail of this throw-away provider.", added("mailinator.com")),
  risky("mail-access-provider", "high", "Every customer of the access provider gets in.", added("comcast.net")),
  risky(
    "mail-trailing-dot",
    "medium",
    "If the service ignores the dot, everybody can have an address of this mail provider.",
    added("gmail.com."),
  ),
  risky(
    "mail-space",
    "medium",
    "If the service trims the space, everybody can have an address of this mail provider.",
    added(" gmail.com"),
  ),
  risky(
    "mail-at-sign",
    "medium",
    "If the service compares the ends of addresses, everybody can have an address that ends like this.",
    added("@gmail.com"),
  ),
  risky("mail-asterisk", "medium", "If the service expands wildcards, everybody gets in.", added("*")),
  risky("mail-wildcard", "medium", "If the service expands wildcards, every .com address gets in.", added("*.com")),
  risky(
    "mail-suffix",
    "medium",
    "Anybody can register a domain below a public suffix, which a comparison of ends would allow.",
    added("co.uk"),
  ),
  risky("mail-empty-text", "medium", "Every address ends with an empty text, so it may allow all.", added("")),
  risky("mail-look-alike", "medium", "A domain that reads like the company's belongs to others.", added("examp1e.com")),
  risky(
    "mail-other-alphabet",
    "medium",
    "The domain has a letter of another alphabet, so it is another domain than it seems to be.",
    of(google("example.com"), google("ex\u0430mple.com")),
  ),
  risky(
    "mail-parent-domain",
    "medium",
    "Addresses of the whole company are allowed instead of those of a department.",
    of(google("security.example.com"), google("example.com")),
  ),
  risky(
    "mail-public-alone",
    "high",
    "The company's domain gives way to one of which everybody can have an address.",
    of(google("example.com"), google("Outlook.de")),
  ),
  risky(
    "mail-public-beside-address",
    "high",
    "The list of addresses no longer limits anybody: either list suffices.",
    of(
      users(4, { emailAddresses: ["ann@example.com"] }),
      users(4, { emailAddresses: ["ann@example.com"], emailDomains: ["live.com"] }),
    ),
  ),
];
