import { expect, it } from 'vitest';
import { imageStateToRow, rowToImage } from '../../../../../electron/database/tables/pictures/image-rows.ts';

it('reads a refused picture whose reason a newer version has written as the nearest that is known', () => {
  const row = { ...imageStateToRow({ status: 'refused', why: 'damaged', detail: 'png' }), image_id: 1, task_uuid: 'a', position: 0, source_kind: null, source_url: null };
  expect(rowToImage(row).state).toEqual({ status: 'refused', why: 'damaged', detail: 'png' });
  expect(rowToImage({ ...row, refusal: 'host-closed' }).state).toEqual({ status: 'refused', why: 'not-a-picture', detail: 'png' });
});
