/** A colour in OKLab: lightness 0 to 1, and the two opponent axes. All painting mixes here, where mixtures look right. */
export type Colour = readonly [lightness: number, a: number, b: number];

function linearOf(l: number, a: number, b: number): [number, number, number] {
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ];
}

const inGamut = (channel: number): boolean => channel > -0.0005 && channel < 1.0005;

/** A colour from lightness (0 to 1), chroma (0 to about 0.3) and hue (degrees). Chroma is reduced for colours outside sRGB. */
export function lch(lightness: number, chroma: number, hue: number): Colour {
  const angle = (hue * Math.PI) / 180;
  for (let c = chroma; c > 0.002; c *= 0.94) {
    const a = c * Math.cos(angle);
    const b = c * Math.sin(angle);
    if (linearOf(lightness, a, b).every(inGamut)) return [lightness, a, b];
  }
  return [lightness, 0, 0];
}

export const mixColours = (from: Colour, to: Colour, t: number): Colour => [
  from[0] + (to[0] - from[0]) * t,
  from[1] + (to[1] - from[1]) * t,
  from[2] + (to[2] - from[2]) * t,
];

/** The colour made lighter or darker by `delta`, its chroma kept. */
export const shade = (colour: Colour, delta: number): Colour => [colour[0] + delta, colour[1], colour[2]];

/** The colour with its chroma multiplied. */
export const saturate = (colour: Colour, factor: number): Colour => [colour[0], colour[1] * factor, colour[2] * factor];

/** sRGB byte value (with fraction) of a linear channel, by table: `gammaTable[linear * gammaSteps]`. */
const gammaSteps = 16_384;
const gammaTable = Float32Array.from({ length: gammaSteps + 1 }, (_, i) => {
  const linear = i / gammaSteps;
  return 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
});

function encode(linear: number): number {
  if (linear <= 0) return 0;
  if (linear >= 1) return 255;
  // Below the first table steps the curve is a straight line; above, it is smooth enough for the next step down.
  return linear < 0.0031308 ? linear * 3294.6 : gammaTable[(linear * gammaSteps) | 0]!;
}

/** Writes the sRGB bytes (with fractions, 0 to 255) of an OKLab colour to `out[at..at+2]`. */
export function writeSrgb(l: number, a: number, b: number, out: Float32Array, at: number): void {
  const x = l + 0.3963377774 * a + 0.2158037573 * b;
  const y = l - 0.1055613458 * a - 0.0638541728 * b;
  const z = l - 0.0894841775 * a - 1.291485548 * b;
  const x3 = x * x * x;
  const y3 = y * y * y;
  const z3 = z * z * z;
  out[at] = encode(4.0767416621 * x3 - 3.3077115913 * y3 + 0.2309699292 * z3);
  out[at + 1] = encode(-1.2684380046 * x3 + 2.6097574011 * y3 - 0.3413193965 * z3);
  out[at + 2] = encode(-0.0041960863 * x3 - 0.7034186147 * y3 + 1.707614701 * z3);
}
