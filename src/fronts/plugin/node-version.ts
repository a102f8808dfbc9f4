import { requireNode } from "../../core/requirements/versions";

// Imported first: what the others need, an older Node.js may not have.
try {
  requireNode(process.versions.node);
} catch (error) {
  // The engine shows what a plugin writes here when it ends before it has answered.
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
