// For --require: SIGUSR2 has the effect of SIGBREAK, by which an engine on Windows ends its plugins.
process.on("SIGUSR2", () => process.emit("SIGBREAK"));
