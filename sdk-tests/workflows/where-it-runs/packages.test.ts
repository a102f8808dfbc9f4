import { carryOut } from "../../support/where-it-runs";
import { packages } from "./packages";

carryOut(packages);
