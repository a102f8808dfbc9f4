import { carryOut } from "../../support/where-it-runs";
import { services } from "./services";

carryOut(services);
