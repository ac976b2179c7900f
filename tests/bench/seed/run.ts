import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { seedLibrary } from './seed-library.ts';

/** The command line of `npm run seed`. */

const { values } = parseArgs({
  options: {
    images: { type: 'string' },
    out: { type: 'string' },
    seed: { type: 'string', default: '1' },
    until: { type: 'string' },
    single: { type: 'boolean', default: false },
  },
});
const images = Number(values.images);
const seed = Number(values.seed);
const until = values.until === undefined ? Date.now() : Date.parse(values.until);
if (!Number.isInteger(images) || images < 1 || values.out === undefined || !Number.isInteger(seed) || Number.isNaN(until)) {
  console.error('usage: npm run seed -- --images N --out FOLDER [--seed S] [--until 2026-11-21T12:00Z] [--single]');
  process.exit(2);
}

const start = performance.now();
const seeded = await seedLibrary({ images, out: values.out, seed, until, single: values.single, choices: true });
const seconds = (performance.now() - start) / 1000;
console.log(`${images} pictures of ${seeded.tasks} tasks (${seeded.files} files) in ${seconds.toFixed(1)} s, database ${(statSync(seeded.database).size / 1e6).toFixed(0)} MB`);
console.log(`npm start -- --user-data-dir=${seeded.userData}`);
