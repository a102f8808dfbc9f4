import { carryOut } from "../../support/where-it-runs";
import { temporaryFolders } from "./temporary-folders";

carryOut(temporaryFolders);
