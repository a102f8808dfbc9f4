// Refuses a Node.js that is too old. The build has the entries of the package load this module before all others, which may need what
// such a Node.js lacks.
import { requireNode } from "./versions";

requireNode(process.versions.node);
