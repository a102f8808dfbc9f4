import { carryOut } from "../../support/where-it-runs";
import { projects } from "./projects";

carryOut(projects);
