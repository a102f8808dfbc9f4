// For --require: makes a process take its Node.js for one that is too old, and without what that one lacks.
Object.defineProperty(process.versions, "node", { value: "20.18.1" });
process.getBuiltinModule = () => undefined;
