import { mentions, type Canvas, type Painting } from '../canvas.ts';
import { lch, mixColours, shade, type Colour } from '../colour.ts';
import { clamp, smooth } from '../maths.ts';
import { blend, lighten, put, type Pixels } from '../row.ts';
import { createShape, curveThrough, type Point, type Shape } from '../shape.ts';

/** Points for x ≥ 0 from top to bottom, completed by their mirror image. */
const both = (right: readonly Point[]): Point[] => [...right, ...right.filter(([x]) => x > 0.0001).map(([x, y]): Point => [-x, y]).reverse()];

const oval = (x: number, y: number, rx: number, ry: number): Point[] =>
  Array.from({ length: 40 }, (_, i) => [x + rx * Math.cos((i * Math.PI) / 20), y + ry * Math.sin((i * Math.PI) / 20)]);

/** A crescent between two arcs over the same chord: lids, brows. */
function lid(x: number, y: number, half: number, upper: number, lower: number): Point[] {
  const arc = (depth: number): Point[] => Array.from({ length: 13 }, (_, i) => [x - half + (half * i) / 6, y - depth * Math.sin((Math.PI * i) / 12)]);
  return [...arc(upper), ...arc(lower).reverse()];
}

const face = curveThrough(both([[0, 0.285], [0.1, 0.262], [0.172, 0.18], [0.19, 0.06], [0.178, -0.06], [0.145, -0.165], [0.085, -0.255], [0.03, -0.29]]));
const neck: Point[] = [[-0.088, -0.12], [0.088, -0.12], [0.094, -0.36], [0.16, -0.47], [0, -0.56], [-0.16, -0.47], [-0.094, -0.36]];
const body = curveThrough(both([[0.085, -0.37], [0.17, -0.43], [0.36, -0.5], [0.5, -0.62], [0.57, -0.85], [0.62, -1.6]]));
const collar = curveThrough(both([[0, -0.62], [0.09, -0.54], [0.15, -0.43], [0.1, -0.36], [0.07, -0.3]]));

/** The shaded half of the face: its edge is a face seen from the side. */
const profile: Point[] = [
  ...curveThrough([
    [0.03, 0.4], [0.035, 0.2], [0.012, 0.1], [0.008, 0.06], [0.045, -0.03], [0.06, -0.07], [0.04, -0.088], [0.008, -0.092], [0.012, -0.11],
    [0.04, -0.128], [0.016, -0.146], [0.034, -0.17], [0.01, -0.195], [0.004, -0.22], [0.028, -0.26], [0.02, -0.4],
    [0.2, -0.45], [0.4, -0.3], [0.45, 0], [0.4, 0.3], [0.2, 0.45],
  ]),
];

interface Hair {
  readonly back: readonly (readonly Point[])[];
  readonly front: readonly (readonly Point[])[];
}

const hairs: readonly Hair[] = [
  // A bob with a fringe
  {
    back: [curveThrough(both([[0, 0.375], [0.15, 0.345], [0.25, 0.23], [0.275, 0.05], [0.27, -0.15], [0.235, -0.24], [0.12, -0.22]]))],
    front: [curveThrough([[-0.235, 0.05], [-0.22, 0.24], [-0.1, 0.35], [0.08, 0.355], [0.21, 0.25], [0.235, 0.06], [0.195, 0.12], [0.12, 0.155], [0, 0.165], [-0.12, 0.155], [-0.195, 0.12]])],
  },
  // A knot on top
  {
    back: [oval(0, 0.43, 0.105, 0.095), curveThrough(both([[0, 0.36], [0.13, 0.335], [0.215, 0.23], [0.225, 0.08], [0.205, -0.02]]))],
    front: [curveThrough([[-0.21, 0.04], [-0.215, 0.2], [-0.11, 0.33], [0, 0.35], [0.11, 0.33], [0.215, 0.2], [0.21, 0.04], [0.165, 0.15], [0.06, 0.25], [0, 0.262], [-0.06, 0.25], [-0.165, 0.15]])],
  },
  // A round cloud of curls
  {
    back: [
      ...Array.from({ length: 15 }, (_, i) => oval(0.255 * Math.cos((i / 14) * 4.4 - 0.63), 0.14 + 0.265 * Math.sin((i / 14) * 4.4 - 0.63), 0.1, 0.1)),
      oval(0, 0.15, 0.27, 0.27),
    ],
    front: [oval(-0.12, 0.27, 0.075, 0.065), oval(0, 0.3, 0.08, 0.065), oval(0.12, 0.27, 0.075, 0.065), oval(-0.19, 0.18, 0.055, 0.07), oval(0.19, 0.18, 0.055, 0.07)],
  },
  // Long and parted
  {
    back: [curveThrough(both([[0, 0.36], [0.15, 0.33], [0.24, 0.2], [0.25, 0], [0.285, -0.25], [0.33, -0.5], [0.3, -0.72], [0.16, -0.7]]))],
    front: [
      curveThrough([[0.01, 0.355], [-0.13, 0.33], [-0.23, 0.2], [-0.235, 0], [-0.255, -0.22], [-0.21, -0.2], [-0.185, 0], [-0.15, 0.13], [-0.06, 0.23]]),
      curveThrough([[-0.01, 0.355], [0.13, 0.33], [0.23, 0.2], [0.235, 0], [0.255, -0.22], [0.21, -0.2], [0.185, 0], [0.15, 0.13], [0.06, 0.23]]),
    ],
  },
  // Short
  {
    back: [curveThrough(both([[0, 0.36], [0.14, 0.335], [0.212, 0.24], [0.213, 0.1], [0.2, 0.03]]))],
    front: [curveThrough([[-0.2, 0.06], [-0.215, 0.22], [-0.12, 0.345], [0.04, 0.37], [0.17, 0.31], [0.212, 0.18], [0.2, 0.06], [0.165, 0.17], [0.05, 0.215], [-0.09, 0.2], [-0.16, 0.155]])],
  },
];

/** Somebody, as a poster of flat shapes would show them: a sun behind the head, half the face in shade. */
export function* portrait(canvas: Canvas): Generator<void, Painting> {
  const { width, height, unit, palette, noise, random } = canvas;
  const [first, second, third, fourth, spark] = palette.accents;
  const size = Math.min(width * 0.95, height * 0.78) * random.between(0.98, 1.12);
  const centreX = width * random.between(0.46, 0.54);
  const centreY = height * 0.46;
  const lean = random.between(-0.06, 0.06);
  const [cos, sin] = [Math.cos(lean), Math.sin(lean)];
  const place = (points: readonly Point[], tilt = true): Point[] =>
    points.map(([x, y]) => (tilt ? [centreX + (x * cos - y * sin) * size, centreY - (x * sin + y * cos) * size] : [centreX + x * size, centreY - y * size]));
  const cut = (points: readonly Point[], tilt = true): Shape => createShape(place(points, tilt), width);

  const ground = palette.dark ? palette.sky[1] : mixColours(palette.paper, third, random.between(0.3, 0.75));
  const skin = random.pick([mixColours(first, palette.light, 0.4), mixColours(third, first, 0.35), mixColours(fourth, palette.light, 0.2), mixColours(first, palette.ink, 0.35)]);
  const skinShade = mixColours(skin, mixColours(first, second, 0.55), 0.5);
  const hairColour = random.pick([palette.dark ? palette.sky[0] : palette.ink, shade(second, -0.07), mixColours(palette.ink, first, 0.3)]);
  const cloth = random.pick([first, spark, second, fourth]);
  const trim = random.pick([palette.paper, spark, third].filter((colour) => colour !== cloth));
  const line = palette.dark ? palette.sky[0] : mixColours(palette.ink, second, 0.2);
  const lips = mixColours(mixColours(spark, first, random.between(0.3, 0.9)), lch(0.55, 0.17, 22), 0.45);
  const hair = mentions(canvas, 'man', 'boy', 'king', 'father') ? hairs[4]! : mentions(canvas, 'queen', 'woman', 'girl', 'lady', 'mother') ? random.pick(hairs.slice(0, 4)) : random.pick(hairs);
  const sun = { x: centreX + size * random.between(-0.12, 0.12), y: centreY - size * random.between(0.1, 0.2), radius: size * random.between(0.42, 0.54) };
  const sunColour = random.pick([spark, palette.light, mixColours(first, palette.light, 0.25)]);
  const clothPattern = random.pick(['plain', 'stripes', 'dots'] as const);
  const awake = random.chance(0.4);

  const stipple = (x: number, y: number, density: number): number => smooth(-0.09, 0.09, density - 0.5 - noise((x / unit) * 300, (y / unit) * 300) * 0.8);
  const fill = (shape: Shape, colour: (x: number, y: number) => Colour, within?: Float32Array) => (y: number, pixels: Pixels) =>
    shape.row(y, (x, cover) => blend(pixels, x, colour(x, y), within ? cover * within[x]! : cover));
  const plain = (colour: Colour) => (): Colour => colour;
  const local = (x: number, y: number): Point => [(x - centreX) / size, (centreY - y) / size];

  const onFace = new Float32Array(width);
  const faceShape = cut(face);
  const markFace = (y: number): void => {
    onFace.fill(0);
    faceShape.row(y, (x, cover) => {
      onFace[x] = cover;
    });
  };
  const eyes = [-1, 1].flatMap((side): ((y: number, pixels: Pixels) => void)[] => {
    const x = side * 0.088;
    const brow = fill(cut(lid(x, 0.108, 0.062, -0.03, -0.017)), plain(line), onFace);
    if (!awake) return [brow, fill(cut(lid(x, 0.045, 0.056, 0.026, 0.014)), plain(line), onFace)];
    return [
      brow,
      fill(cut(lid(x, 0.04, 0.055, 0.024, -0.026)), plain(palette.paper), onFace),
      fill(cut(oval(x + 0.006, 0.043, 0.021, 0.023)), plain(line), onFace),
      fill(cut(lid(x, 0.043, 0.058, -0.04, -0.024)), plain(line), onFace),
    ];
  });
  const clothColour = (x: number, y: number): Colour => {
    const [lx, ly] = local(x, y);
    const shaded = mixColours(cloth, palette.ink, stipple(x, y, 0.12 + 0.75 * smooth(0.05, 0.6, lx)) * 0.35);
    if (clothPattern === 'stripes') return mixColours(shaded, trim, smooth(-0.1, 0.1, Math.sin((ly - Math.abs(lx) * 0.35) * 95)) * 0.9);
    if (clothPattern === 'dots') return mixColours(shaded, trim, smooth(0.019, 0.015, Math.hypot(((lx + 9) % 0.085) - 0.0425, ((ly + 9) % 0.085) - 0.0425)));
    return shaded;
  };
  const jewel = random.chance(0.6);

  const layers: ((y: number, pixels: Pixels) => void)[] = [
    ...hair.back.map((points) => fill(cut(points), plain(hairColour))),
    fill(cut(neck, false), (x, y) => mixColours(skin, skinShade, Math.max(0.25, stipple(x, y, 1.35 + local(x, y)[1] * 3)))),
    fill(cut(body, false), clothColour),
    fill(cut(collar, false), plain(skin)),
    (y) => markFace(y),
    fill(faceShape, plain(skin)),
    fill(cut(profile), (x, y) => mixColours(skin, skinShade, 0.75 + 0.25 * stipple(x, y, 0.5 + local(x, y)[0] * 2)), onFace),
    ...[-1, 1].map((side) => fill(cut(oval(side * 0.115, -0.075, 0.058, 0.05)), (x, y) => mixColours(side > 0 ? skinShade : skin, lips, stipple(x, y, 0.42) * 0.6), onFace)),
    ...eyes,
    fill(cut([...lid(0, -0.148, 0.06, -0.03, 0.004)]), plain(lips), onFace),
    fill(cut([...lid(0, -0.15, 0.054, -0.002, 0.032)]), plain(mixColours(lips, palette.light, 0.18)), onFace),
    ...hair.front.map((points) => fill(cut(points), plain(hairColour))),
    ...(jewel ? [-1, 1].map((side) => fill(cut(oval(side * 0.205, -0.12, 0.03, 0.03)), plain(spark))) : []),
  ];
  yield;

  return {
    finish: { grain: 0.011, vignette: 0.1 },
    row(y, pixels) {
      for (let x = 0; x < width; x++) {
        put(pixels, x, ground);
        blend(pixels, x, mixColours(ground, palette.dark ? palette.sky[2] : palette.paper, 0.75), stipple(x, y, 1.05 - (y / height) * 1.25) * 0.7);
        const inside = clamp(sun.radius - Math.hypot(x - sun.x, y - sun.y) + 0.5);
        if (inside > 0) blend(pixels, x, mixColours(sunColour, mixColours(sunColour, first, 0.6), stipple(x, y, 0.25 + ((y - sun.y) / sun.radius) * 0.5)), inside);
      }
      for (const layer of layers) layer(y, pixels);
      for (let x = 0; x < width; x++) lighten(pixels, x, noise.fbm((x / unit) * 48, (y / unit) * 48, 2) * 0.014);
    },
  };
}
