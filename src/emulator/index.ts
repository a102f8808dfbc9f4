export type { CertificateJob, Control, EmulatorObject } from "./admin/control";
export {
  ADMIN_PATH,
  DEFAULT_ACCOUNT,
  DEFAULT_API_KEY,
  DEFAULT_HOST,
  DEFAULT_PORT,
  OPENAPI_PATH,
} from "./defaults";
export { type Emulator, type EmulatorOptions, startEmulator } from "./emulator";
export type { Fault, FaultState, PlannedFault } from "./faults";
export type { OptionRow } from "./options/kinds";
export { type OptionName, type OptionValues, optionTable } from "./options/registry";
export type { Fixtures } from "./state/fixtures";
export type { JournalEntry } from "./state/journal";
