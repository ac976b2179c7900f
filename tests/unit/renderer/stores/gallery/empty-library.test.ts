import { expect, test } from 'vitest';
import { whyEmpty } from '../../../../../renderer/stores/gallery/empty-library.ts';

test.each([
  ['new', [], 0],
  ['new', ['withdrawn'], 0],
  ['trashed', ['withdrawn'], 1],
  ['trashed', [], 3],
  ['awaited', ['queued'], 0],
  ['awaited', ['completed'], 3],
  ['awaited', ['processing', 'failed'], 0],
  ['trouble', ['failed'], 0],
  ['trouble', ['unknown', 'rejected'], 2],
  ['trouble', ['paused'], 0],
] as const)('an empty library is “%s” with tasks that are %j and %i pictures in the trash', (why, tasks, inTrash) => {
  expect(whyEmpty(tasks, inTrash)).toBe(why);
});
