import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { FakeMain } from '../../fake-main.ts';

new FakeMain().install();
vi.stubGlobal('document', { addEventListener: () => undefined });
const { breakpoints, columns, columnsIn, tracksAt } = await import('../../../../../renderer/rooms/tasks/list/columns.tsx');

test.each([
  ['history', true, 0, '122px 32px minmax(0, 1fr) 76px'],
  ['history', true, 640, '140px 32px minmax(0, 1fr) 90px 60px 92px'],
  ['history', true, 920, '140px 32px minmax(0, 1fr) 118px 90px 60px 92px 124px'],
  ['history', false, 920, '140px 32px minmax(0, 1fr) 90px 60px 92px 124px'],
  ['history', false, 1240, '148px 32px minmax(0, 1fr) 96px 118px 90px 60px 92px 124px'],
  ['waiting', false, 920, '170px minmax(0, 1fr) 56px 110px 256px'],
  ['waiting', true, 920, '170px minmax(0, 1fr) 110px 56px 110px 256px'],
  ['live', true, 1240, '160px 32px minmax(0, 1fr) 96px 170px 56px 200px 270px'],
] as const)('the list %s (several accounts: %s) has, from %i pixels on, a track for each column there is room for', (kind, several, width, tracks) => {
  expect(tracksAt(kind, several, width)).toBe(tracks);
});

test('the widest history has room for all columns: the prompt and what is said of it share one', () => {
  expect(columnsIn('history')).toEqual(columns);
  expect(tracksAt('history', true, 1240).replaceAll(/\([^)]*\)/g, '').split(' ')).toHaveLength(columns.length - 1);
});

/** No type can say that the style sheet has rules for each width. */
test.each(breakpoints.slice(1))('the style sheet hides and shows columns at %i pixels', (width) => {
  const css = readFileSync('renderer/rooms/tasks/list/task-list.module.css', 'utf8').replaceAll(/\s+/g, ' ');
  expect(css).toMatch(new RegExp(String.raw`@container \(width < ${width}px\) \{ \.from${width}[^{}]*\{ display: none; \}`));
  expect(css).toMatch(new RegExp(String.raw`@container \(width >= ${width}px\) \{ \.header, \.cells \{ --columns: var\(--columns-${width}\); \}`));
});
