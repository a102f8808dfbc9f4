// For --require: lets a process mistake its Node.js for a version that is too old, without the features that such a
// version lacks.
Object.defineProperty(process.versions, "node", { value: "20.18.1" });
process.getBuiltinModule = () => undefined;
