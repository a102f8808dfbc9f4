import type { Arguments } from "./arguments";
import { protectionFacts } from "./modules";
import { namesAt, oauthUsers, type PrincipalList, readPrincipal } from "./principals";

/** The lists that name whom a module admits. The lists of OAuth count together, each list of another module by itself. */
export function principalListsOf(name: string, args: Arguments): PrincipalList[] {
  if (name === "oauth") return [oauthUsers(args)];
  const lists = protectionFacts(name)?.lists ?? {};
  return Object.entries(lists).map(([path, noun]) => ({
    paths: [path],
    principals: namesAt(args, path)?.map((text) => readPrincipal({ list: path, path, noun, text })),
  }));
}
