// For --require: Node.js takes this system for Windows from here on. Its files and processes stay those of this system.
Object.defineProperty(process, "platform", { value: "win32" });
