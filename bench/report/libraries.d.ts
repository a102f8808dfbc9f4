// The libraries of the plots, whose types are not there to be checked unless `npm run bench -- --render` has installed them.
declare module "@observablehq/plot";
declare module "linkedom";
