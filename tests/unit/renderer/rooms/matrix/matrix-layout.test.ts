import { expect, it } from 'vitest';
import { inSight, matrixLayout, scrolledTo } from '../../../../../renderer/rooms/matrix/matrix-layout.ts';
import { tableOf } from '../../../../../renderer/stores/matrix/matrix-table.ts';

const layoutOf = (size: readonly string[], several = false) => {
  const values = { model: ['one', 'two'], size, quality: ['low'] };
  return matrixLayout(values, tableOf(values, false), 200, several);
};

it('makes room for the shapes that were asked for', () => {
  expect(layoutOf(['1024x1024', '512x512']).picture).toEqual({ width: 200, height: 200 });
  expect(layoutOf(['1600x800', '1024x512']).picture).toEqual({ width: 200, height: 100 });
  expect(layoutOf(['1600x800', '512x1024']).picture).toEqual({ width: 200, height: 200 });
  expect(layoutOf(['auto', '1600x800']).picture).toEqual({ width: 200, height: 200 });
});

it('has headers of rows only if there are several rows, and a line for other pictures only if a cell has some', () => {
  expect(layoutOf(['1x1']).side).toBe(0);
  const [plain, with_] = [layoutOf(['1x1', '2x2']), layoutOf(['1x1', '2x2'], true)];
  expect(plain.side).toBeGreaterThan(0);
  expect(with_.cell.height).toBeGreaterThan(plain.cell.height);
  expect([plain.width, plain.height]).toEqual([plain.side + 2 * plain.cell.width, plain.head + 2 * plain.cell.height]);
});

it('renders what is in sight and one more at each side', () => {
  expect(inSight(100, 10, 0, 30)).toEqual([0, 1, 2, 3]);
  expect(inSight(100, 10, 50, 30)).toEqual([4, 5, 6, 7, 8]);
  expect(inSight(3, 10, 500, 30)).toEqual([]);
});

it('scrolls only as far as a cell needs', () => {
  expect(scrolledTo(2, 10, 0, 50)).toBe(0);
  expect(scrolledTo(7, 10, 0, 50)).toBe(30);
  expect(scrolledTo(1, 10, 40, 50)).toBe(10);
  expect(scrolledTo(-1, 10, 40, 50)).toBe(0);
});
