import { classes, harmlessClasses } from "./classes";
import { fallbacks } from "./fallbacks";
import { hardenings } from "./harmless-hardenings";
import { lookAlikes } from "./harmless-look-alikes";
import { moves } from "./harmless-moves";
import { additions } from "./harmless-new";
import { spellings } from "./harmless-spellings";
import { headers } from "./headers";
import { hiddenValues } from "./hidden-values";
import type { Label } from "./label";
import { logins } from "./logins";
import { mailDomains } from "./mail-domains";
import { moduleResources } from "./module-resources";
import { algorithms, namedByNobody, namedBySomebody, soundAlgorithms } from "./names";
import { networksAndTls } from "./networks-and-tls";
import { objects } from "./objects";
import { policies } from "./policies";
import { protections } from "./protections";
import { readerHarmless, readerRisky } from "./reader";
import { routes } from "./routes";
import { sessions } from "./sessions";
import { tokenChecks } from "./tokens";
import { unknownValues } from "./unknown-values";

/** Those of the labels whose authors have written the rules, too: a class of changes each. */
export const ownRisky: readonly Label[] = [...namedByNobody, ...algorithms, ...classes];
export const ownHarmless: readonly Label[] = [...namedBySomebody, ...soundAlgorithms, ...harmlessClasses];

/** Changes that open or break something, or may: a review is to report each with its severity or a higher one. */
export const riskyLabels: readonly Label[] = [
  ...[...protections, ...policies, ...logins, ...mailDomains, ...sessions, ...tokenChecks, ...networksAndTls],
  ...[...fallbacks, ...routes, ...moduleResources, ...headers, ...objects, ...hiddenValues, ...unknownValues],
  ...readerRisky,
  ...ownRisky,
];

/** Changes of which a review is to report `low` at most. */
export const harmlessLabels: readonly Label[] = [
  ...[...hardenings, ...moves, ...spellings, ...additions, ...lookAlikes],
  ...readerHarmless,
  ...ownHarmless,
];
