/** Whether a version is older than `oldest`, of which major and minor count. What is no version is not. */
export function isOlder(version: string, oldest: string): boolean {
  const [major = Number.NaN, minor = Number.NaN] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split(".").map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}
