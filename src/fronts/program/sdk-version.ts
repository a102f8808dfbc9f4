import { RunError } from "@pulumi/pulumi";
import { version } from "@pulumi/pulumi/version";
import { sdkProblem } from "../../core/requirements/versions";

const problem = sdkProblem(version);
if (problem !== undefined) throw new RunError(problem);
