import { mentions, type Canvas, type Painting } from '../canvas.ts';
import { mixColours, saturate, shade, type Colour } from '../colour.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { createRamp } from '../row.ts';
import { createSampler } from '../sampling.ts';

interface Orb {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly radius: number;
  readonly colour: Colour;
  readonly other: Colour;
  readonly finish: 'matte' | 'gloss' | 'bands' | 'speckled';
  readonly seed: number;
}

interface Ray {
  ox: number;
  oy: number;
  oz: number;
  dx: number;
  dy: number;
  dz: number;
}

/** Spheres on a table in soft light, as in a quiet studio. */
export function* orbs(canvas: Canvas): Generator<void, Painting> {
  const { width, height, palette, noise, random } = canvas;
  const colours = palette.accents.map((colour) => saturate(colour, 1.08));
  const wall = palette.dark ? mixColours(palette.sky[1], palette.sky[2], 0.55) : mixColours(palette.paper, colours[2]!, random.between(0.2, 0.75));
  const table = palette.dark ? mixColours(palette.sky[1], palette.far, 0.5) : mixColours(wall, colours[random.whole(0, 3)]!, random.between(0.25, 0.6));
  const lamp = { x: -0.55 * random.pick([-1, 1]), y: 0.74, z: -0.42 };
  const length = Math.hypot(lamp.x, lamp.y, lamp.z);
  const [lx, ly, lz] = [lamp.x / length, lamp.y / length, lamp.z / length];

  const spheres: Orb[] = [];
  const wanted = random.whole(5, 9);
  for (let attempt = 0; attempt < 400 && spheres.length < wanted; attempt++) {
    const radius = spheres.length === 0 ? random.between(0.3, 0.4) : random.between(0.07, 0.24);
    const x = random.between(-0.62, 0.62) * Math.min(1.5, width / height);
    const z = random.between(-0.35, 0.55);
    const clear = spheres.every((orb) => Math.hypot(orb.x - x, orb.z - z, orb.radius - radius) > orb.radius + radius + 0.01);
    if (!clear) continue;
    const i = spheres.length;
    spheres.push({
      x, y: radius, z, radius,
      colour: colours[i % 5]!,
      other: i % 2 ? palette.paper : colours[(i + 2) % 5]!,
      finish: random.pick(['matte', 'matte', 'gloss', 'gloss', 'bands', 'speckled'] as const),
      seed: random.between(0, 300),
    });
  }
  const arch = random.chance(0.6) ? { x: random.between(-0.3, 0.3), radius: random.between(0.5, 0.72), colour: mixColours(wall, colours[0]!, 0.55) } : null;
  const disc = !arch || mentions(canvas, 'sun', 'moon') ? { x: random.between(-0.4, 0.4), y: random.between(0.75, 1), radius: random.between(0.22, 0.42) } : null;
  yield;

  const backdrop = createRamp([[0, shade(wall, 0.05)], [0.5, wall], [1, shade(wall, -0.07)]]);
  const hit = { distance: 0, orb: -1 };

  function cast(ray: Ray, skip: number): void {
    hit.distance = Infinity;
    hit.orb = -1;
    for (let i = 0; i < spheres.length; i++) {
      if (i === skip) continue;
      const orb = spheres[i]!;
      const [cx, cy, cz] = [ray.ox - orb.x, ray.oy - orb.y, ray.oz - orb.z];
      const b = cx * ray.dx + cy * ray.dy + cz * ray.dz;
      const h = b * b - (cx * cx + cy * cy + cz * cz - orb.radius * orb.radius);
      if (h < 0) continue;
      const distance = -b - Math.sqrt(h);
      if (distance > 0.0005 && distance < hit.distance) {
        hit.distance = distance;
        hit.orb = i;
      }
    }
  }

  /** How much of the lamp reaches this point, 0 to 1: soft, because the lamp is large. */
  function lightAt(x: number, y: number, z: number, skip: number): number {
    let light = 1;
    for (let i = 0; i < spheres.length; i++) {
      if (i === skip) continue;
      const orb = spheres[i]!;
      const [cx, cy, cz] = [x - orb.x, y - orb.y, z - orb.z];
      const b = cx * lx + cy * ly + cz * lz;
      if (b > 0) continue;
      const miss = Math.sqrt(Math.max(0, cx * cx + cy * cy + cz * cz - b * b)) - orb.radius;
      light *= smooth(-0.16, 0.2, miss / Math.max(0.12, -b));
    }
    return light;
  }

  /** How open the sky is above this point of the table. */
  function openness(x: number, z: number): number {
    let open = 1;
    for (const orb of spheres) {
      const distance2 = (x - orb.x) ** 2 + orb.y ** 2 + (z - orb.z) ** 2;
      open *= 1 - 0.85 * ((orb.radius * orb.radius) / distance2) * (orb.y / Math.sqrt(distance2));
    }
    return open;
  }

  function surroundings(ray: Ray): Colour {
    if (ray.dy < -0.02) {
      const distance = -ray.oy / ray.dy;
      const x = ray.ox + ray.dx * distance;
      const z = ray.oz + ray.dz * distance;
      if (z < 1.5) {
        const light = lightAt(x, 0, z, -1);
        const lit = mixColours(shade(saturate(table, 1.15), -0.2), table, 0.25 + 0.75 * light);
        const sheen = 0.05 * smooth(1.4, -0.6, z) - 0.03;
        const ground = shade(lit, (openness(x, z) - 1) * 0.22 + sheen + noise.fbm(x * 30, z * 30, 2) * 0.008);
        return mixColours(ground, backdrop.at(0.75), smooth(0.55, 1.45, z));
      }
    }
    // The wall stands at z = 1.5 and meets the table in a soft curve.
    const distance = (1.5 - ray.oz) / Math.max(0.05, ray.dz);
    const x = ray.ox + ray.dx * distance;
    const y = ray.oy + ray.dy * distance;
    let colour = backdrop.at(clamp(0.75 - y * 0.42 - (x * lx) * 0.2));
    if (arch && ray.dz > 0.3) {
      const inside = y < 0.75 ? arch.radius - Math.abs(x - arch.x) : arch.radius - Math.hypot(x - arch.x, y - 0.75);
      colour = mixColours(colour, shade(arch.colour, 0.06 * y), smooth(-0.004, 0.004, inside) * smooth(-0.05, 0.2, y));
    }
    if (disc && ray.dz > 0.3) colour = mixColours(colour, palette.light, 0.85 * smooth(-0.004, 0.004, disc.radius - Math.hypot(x - disc.x, y - disc.y)));
    return colour;
  }

  function skin(orb: Orb, nx: number, ny: number, nz: number): Colour {
    if (orb.finish === 'bands') {
      const tilt = ny * 0.85 + nx * 0.5;
      return mixColours(orb.colour, orb.other, smooth(-0.06, 0.06, Math.sin(tilt * 11 + orb.seed)));
    }
    if (orb.finish === 'speckled') {
      const spots = noise.fbm(nx * 9 + orb.seed, (ny + nz * 0.6) * 9, 3);
      return mixColours(orb.colour, orb.other, smooth(0.2, 0.26, spots));
    }
    return orb.colour;
  }

  const bounced: Ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: 0 };
  function shadeOrb(index: number, ray: Ray, distance: number): Colour {
    const orb = spheres[index]!;
    const [x, y, z] = [ray.ox + ray.dx * distance, ray.oy + ray.dy * distance, ray.oz + ray.dz * distance];
    const [nx, ny, nz] = [(x - orb.x) / orb.radius, (y - orb.y) / orb.radius, (z - orb.z) / orb.radius];
    const base = skin(orb, nx, ny, nz);
    const towards = nx * lx + ny * ly + nz * lz;
    const shadowed = lightAt(x, y, z, index);
    const diffuse = smooth(-0.35, 1, towards) * mix(0.25, 1, shadowed);
    const fromTable = 0.1 * smooth(0.2, -1, ny);
    const dark = mixColours(shade(saturate(base, 1.1), -0.3 - base[0] * 0.1), table, 0.14);
    let colour = mixColours(dark, shade(base, 0.05), clamp(diffuse + fromTable * 0.6));
    colour = shade(colour, -0.16 * smooth(-0.55, -1, ny));
    const facing = -(nx * ray.dx + ny * ray.dy + nz * ray.dz);
    const grazing = (1 - clamp(facing)) ** 4;
    const rx = ray.dx + 2 * facing * nx;
    const ry = ray.dy + 2 * facing * ny;
    const rz = ray.dz + 2 * facing * nz;
    const shine = rx * lx + ry * ly + rz * lz;
    if (orb.finish === 'gloss') {
      Object.assign(bounced, { ox: x, oy: y, oz: z, dx: rx, dy: ry, dz: rz });
      cast(bounced, index);
      const seen = hit.orb >= 0 ? shade(spheres[hit.orb]!.colour, -0.12) : surroundings(bounced);
      colour = mixColours(colour, seen, 0.1 + 0.6 * grazing);
      return mixColours(colour, palette.light, 0.95 * smooth(0.955, 0.975, shine) * shadowed);
    }
    colour = mixColours(colour, wall, grazing * 0.4);
    return mixColours(colour, palette.light, 0.16 * smooth(0.75, 1, shine) * shadowed);
  }

  const short = Math.min(width, height);
  const eye = { y: 0.86, z: -3.3 };
  const slope = -0.155;
  const primary: Ray = { ox: 0, oy: eye.y, oz: eye.z, dx: 0, dy: 0, dz: 1 };
  const sampleRow = createSampler(width, (px, py, out) => {
    const sx = ((px - width / 2) / short) * 0.5;
    const sy = ((height / 2 - py) / short) * 0.5 + slope;
    const norm = 1 / Math.hypot(sx, sy, 1);
    primary.dx = sx * norm;
    primary.dy = sy * norm;
    primary.dz = norm;
    cast(primary, -1);
    const { orb } = hit;
    out.set(orb >= 0 ? shadeOrb(orb, primary, hit.distance) : surroundings(primary));
    return orb;
  });
  return { finish: { grain: 0.01, vignette: 0.16 }, row: sampleRow };
}
