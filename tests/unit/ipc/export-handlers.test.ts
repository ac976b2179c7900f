import { expect, it } from 'vitest';
import { tmpdir } from 'node:os';
import type { HandlerServices } from '../../../electron/ipc/handler-services.ts';
import { exportHandlers } from '../../../electron/ipc/export-handlers.ts';

const target = { token: 7, revision: 0, ranges: [[0, 2] as [number, number]], imageIds: [9] };

/** The handlers over a view that is replaced as soon as the dialog is open. */
function rig(chosen: string | null) {
  const began: unknown[] = [];
  let open = true;
  const handlers = exportHandlers({
    exporter: { state: () => (began.length > 0 ? { phase: 'running' } : null), begin: (ids: Int32Array, folder: string) => began.push([[...ids], folder]) },
    views: { pictureIds: async () => (open ? Int32Array.from([4, 5]) : null) },
    desktop: {
      async chooseFolder() {
        open = false;
        return chosen;
      },
    },
    words: () => '',
  } as unknown as HandlerServices);
  return { handlers, began };
}

it('copies what was selected at the request, whatever is shown when the folder is chosen', async () => {
  const { handlers, began } = rig(tmpdir());
  expect(await handlers['export:begin']({ target })).toEqual({ begun: true });
  expect(began).toEqual([[[9, 4, 5], tmpdir()]]);
  await expect(handlers['export:begin']({ target })).rejects.toMatchObject({ appError: { code: 'export-under-way' } });
});

it('does nothing if the dialog is closed, and reports a view that is no longer open', async () => {
  const { handlers, began } = rig(null);
  expect(await handlers['export:begin']({ target })).toEqual({ begun: false });
  await expect(handlers['export:begin']({ target })).rejects.toMatchObject({ appError: { code: 'view-replaced' } });
  expect(began).toEqual([]);
});
