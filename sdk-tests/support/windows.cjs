// For --require: Node.js mistakes this system for Windows from here on. Its files and processes remain those of this
// system.
Object.defineProperty(process, "platform", { value: "win32" });
