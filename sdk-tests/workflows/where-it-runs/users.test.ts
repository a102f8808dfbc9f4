import { carryOut } from "../../support/where-it-runs";
import { users } from "./users";

carryOut(users);
