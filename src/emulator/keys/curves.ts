/** Spellings of an elliptic curve, each with the name that OpenSSH writes into a public key. */
export const curveSpellings = {
  nistp256: "nistp256",
  nistp384: "nistp384",
  nistp521: "nistp521",
  "P-256": "nistp256",
  "P-384": "nistp384",
  "P-521": "nistp521",
  p256: "nistp256",
  p384: "nistp384",
  p521: "nistp521",
} as const;

/** A spelling that the emulator can be set to accept. */
export type CurveSpelling = keyof typeof curveSpellings;

/** Name of a curve in OpenSSH keys. */
export type OpensshCurve = (typeof curveSpellings)[CurveSpelling];

/** Every spelling of the table. */
export const knownCurves = Object.keys(curveSpellings) as [CurveSpelling, ...CurveSpelling[]];
