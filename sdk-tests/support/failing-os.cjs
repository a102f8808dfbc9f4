// For --require: lets the calls of node:os fail that return the user, the home and the machine's name, which a
// container may lack. Pulumi's SDK does not start without the home, so its calls succeed.
const os = require("node:os");

for (const name of /** @type {const} */ (["userInfo", "homedir", "hostname"])) {
  const original = os[name];
  const value = () => {
    const caller = new Error().stack?.split("\n")[2] ?? "";
    if (caller.includes("@pulumi")) return original();
    throw new Error(`os.${name} fails`);
  };
  Object.defineProperty(os, name, { value });
}
