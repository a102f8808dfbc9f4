/** A block of commands that the walk does not type. */
interface LeftOut {
  /** The page, by its path below `docs`. */
  readonly page: string;
  /** The heading of the section, or the title of the page. */
  readonly heading: string;
  /** A text that the block contains. */
  readonly block: string;
  readonly reason: string;
}

const terraform = (heading: string, block: string): LeftOut => ({
  page: "guides/from-terraform",
  heading,
  block,
  reason: "needs Terraform: from-terraform.test.ts types the page",
});

/** The blocks of commands that the walk does not type, and the reason. */
export const leftOut: readonly LeftOut[] = [
  {
    page: "guides/unit-test",
    heading: "In YAML",
    block: "edge-ingress test expectations.yaml preview.json",
    reason: "needs a project in YAML: sdk-tests/languages/guides.test.ts types it",
  },
  {
    page: "guides/protect-a-route",
    heading: "Check who gets in",
    block: "curl --include https://HOST/admin/users",
    reason: "needs the service: the local server serves no traffic",
  },
  {
    page: "guides/state-backends",
    heading: "State backends",
    block: "pulumi login 's3://BUCKET",
    reason:
      "needs a bucket: where-it-runs/services.test.ts has a stack on a server with the API of S3",
  },
  terraform("Freeze", "terraform -chdir=terraform plan"),
  terraform("Pull the state", "terraform -chdir=terraform state pull"),
  terraform("Dry run", "--dry-run"),
  terraform("Import", "--report report.json"),
  terraform("Proof", "pulumi preview --stack prod --expect-no-changes"),
  terraform("Let go in Terraform", "terraform -chdir=terraform apply"),
  terraform("Let go in Terraform", "terraform -chdir=terraform state rm"),
  terraform("Back out", "pulumi stack rm prod --force --yes"),
  terraform("Back out", "terraform -chdir=terraform state push"),
  {
    page: "plugin",
    heading: "Importing",
    block: "pulumi import edge-ingress:index:HttpsEdgeRoute api",
    reason: "shows the form of the command, which guides/import.md contains with its preparation",
  },
];

/** The texts of the blocks of a section that the reader skips. */
export const skippedIn = (page: string, heading: string): string[] =>
  leftOut.filter((row) => row.page === page && row.heading === heading).map(({ block }) => block);
