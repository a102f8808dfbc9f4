import { carryOut } from "../../support/where-it-runs";
import { packageManagers } from "./package-managers";

carryOut(packageManagers);
