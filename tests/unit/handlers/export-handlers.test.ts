import { expect, it } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { HandlerServices } from '../../../electron/handlers/handler-services.ts';
import { usualSheet } from '../../../shared/export/contact-sheet-choices.ts';
import { usualExport } from '../../../shared/export/export-choices.ts';
import { exportHandlers } from '../../../electron/handlers/export-handlers.ts';

const target = { token: 7, revision: 0, ranges: [[0, 2] as [number, number]], imageIds: [9] };

/** The handlers over a view that may be replaced while the dialog is open. */
function rig(chosen: string | null) {
  const began: unknown[] = [];
  const views = { open: true, ids: [4, 5] };
  const handlers = exportHandlers({
    exporter: {
      state: () => (began.length > 0 ? { phase: 'running' } : null),
      begin: (ids: Int32Array, place: string) => began.push([[...ids], place]),
      beginSheet: (ids: Int32Array, place: string) => began.push([ids.length, place]),
    },
    views: { pictureIds: async () => (views.open ? Int32Array.from(views.ids) : null) },
    desktop: {
      chooseFolder: async () => chosen,
      chooseSaveFile: async () => chosen,
    },
    words: () => '',
    repository: {},
  } as unknown as HandlerServices);
  return { handlers, began, views };
}

it('copies what was selected when the dialog opened, whatever is shown when the folder is chosen', async () => {
  const { handlers, began, views } = rig(tmpdir());
  expect(await handlers['export:choose']({ target })).toEqual({ pictures: 3 });
  views.open = false;
  expect(await handlers['export:begin']({ choices: usualExport })).toEqual({ begun: true });
  expect(began).toEqual([[[9, 4, 5], tmpdir()]]);
  await expect(handlers['export:begin']({ choices: usualExport })).rejects.toMatchObject({ appError: { code: 'export-under-way' } });
});

it('does nothing if the dialog is closed, and reports a view that is no longer open', async () => {
  const { handlers, began, views } = rig(null);
  await handlers['export:choose']({ target });
  expect(await handlers['export:begin']({ choices: usualExport })).toEqual({ begun: false });
  views.open = false;
  await expect(handlers['export:choose']({ target })).rejects.toMatchObject({ appError: { code: 'view-replaced' } });
  expect(began).toEqual([]);
});

it('adds the ending of a ZIP file, and then replaces nothing that the dialog did not ask about', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'latent-zip-'));
  const choices = { ...usualExport, into: 'zip' } as const;
  const { handlers, began } = rig(path.join(folder, 'pictures'));
  await handlers['export:choose']({ target });
  await writeFile(path.join(folder, 'pictures.zip'), 'of somebody else');
  await expect(handlers['export:begin']({ choices })).rejects.toMatchObject({ appError: { code: 'file-exists' } });
  await rm(path.join(folder, 'pictures.zip'));
  expect(await handlers['export:begin']({ choices })).toEqual({ begun: true });
  expect(began).toEqual([[[9, 4, 5], path.join(folder, 'pictures.zip')]]);
  await rm(folder, { recursive: true });
});

it('makes no contact sheet of more pictures than it can show with so many columns', async () => {
  const { handlers, began, views } = rig(path.join(tmpdir(), 'sheet'));
  const sheet = (columns: number) => handlers['export:contact-sheet']({ title: 'Foxes', choices: { ...usualSheet, captions: [], columns } });
  views.ids = Array(500).fill(4);
  await handlers['export:choose']({ target });
  await expect(sheet(2)).rejects.toMatchObject({ appError: { code: 'bad-request' } });
  expect(began).toEqual([]);
  expect(await sheet(3)).toEqual({ begun: true });
  expect(began).toEqual([[501, path.join(tmpdir(), 'sheet.pdf')]]);
});
