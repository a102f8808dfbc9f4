import { expect, it } from "vitest";
import { npmAddresses } from "../../tools/build/publisher.mts";

it("npm's page of a release links to the repository, its issues, and the homepage", () => {
  const repository = { type: "git", url: "git+https://github.com/team/ingress.git" };
  const bugs = { url: "https://github.com/team/ingress/issues" };
  expect(
    npmAddresses({ repository: "team/ingress", homepage: "https://ingress.example.com" }),
  ).toEqual({
    ...{ homepage: "https://ingress.example.com", repository, bugs },
  });
  expect(npmAddresses({ repository: "team/ingress", homepage: null })).toEqual({
    ...{ homepage: "https://github.com/team/ingress#readme", repository, bugs },
  });
});

it("npm's page of a package without a publisher links to nothing that does not exist", () => {
  expect(npmAddresses({ repository: null, homepage: null })).toEqual({});
  expect(npmAddresses({ repository: null, homepage: "https://ingress.example.com" })).toEqual({
    homepage: "https://ingress.example.com",
  });
});
