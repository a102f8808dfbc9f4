import { carryOut } from "../../support/where-it-runs";
import { stacks } from "./stacks";

carryOut(stacks);
