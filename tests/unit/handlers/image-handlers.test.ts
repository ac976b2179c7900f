import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLibraryFolders } from '../../../electron/core/library/library-folders.ts';
import type { HandlerServices } from '../../../electron/handlers/handler-services.ts';
import { imageHandlers } from '../../../electron/handlers/image-handlers.ts';

let home: string;
let library: string;
let revealed: string[];
let dragged: string[][];
beforeEach(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), 'latent-images-')));
  library = path.join(home, 'Latent');
  revealed = [];
  dragged = [];
  await mkdir(path.join(library, '2026'), { recursive: true });
  await mkdir(path.join(home, 'private'));
  await writeFile(path.join(home, 'private', 'fox.png'), 'secret');
  return () => rm(home, { recursive: true, force: true });
});

/** The handlers over one picture, six bytes long, that its row says is at this path. */
function handlersFor(file: string): ReturnType<typeof imageHandlers> {
  const state = { status: 'kept', file: { path: file, type: 'png', width: 1, height: 1, bytes: 6, sha256: '', savedAt: 1 } };
  return imageHandlers({
    repository: { image: () => Promise.resolve({ image: { id: 1, taskId: 'x', index: 0, state } }), describe: (ids: number[]) => Promise.resolve(ids.map((id) => ({ image: { id, state } }))) },
    folders: createLibraryFolders(() => library, () => []),
    missingSearch: { missed: () => undefined },
    thumbnails: { busy: () => undefined, left: () => undefined, look: () => Promise.resolve([]), tryAgain: () => Promise.resolve(false) },
    desktop: { startDrag: (files: string[]) => dragged.push(files), reveal: (found: string) => revealed.push(found) },
  } as unknown as HandlerServices);
}

async function expectRefused(file: string): Promise<void> {
  const handlers = handlersFor(file);
  await expect(handlers['images:reveal']({ imageId: 1 })).rejects.toMatchObject({ appError: { code: 'file-missing' } });
  await expect(handlers['images:drag']({ target: { token: null, revision: 0, ranges: [], imageIds: [1] } })).rejects.toMatchObject({ appError: { code: 'file-missing' } });
  expect([revealed, dragged]).toEqual([[], []]);
}

describe('revealing and dragging', () => {
  it('accept a regular file of the library, even if the library folder is a link', async () => {
    await writeFile(path.join(library, '2026', 'fox.png'), 'a fox!');
    await rename(library, path.join(home, 'elsewhere'));
    await symlink(path.join(home, 'elsewhere'), library);
    const handlers = handlersFor('2026/fox.png');
    await handlers['images:reveal']({ imageId: 1 });
    expect(revealed).toEqual([path.join(home, 'elsewhere', '2026', 'fox.png')]);
  });

  it('drag out the first hundred files of a selection', async () => {
    await writeFile(path.join(library, '2026', 'fox.png'), 'a fox!');
    const imageIds = Array.from({ length: 150 }, (_, at) => at + 1);
    expect(await handlersFor('2026/fox.png')['images:drag']({ target: { token: null, revision: 0, ranges: [], imageIds } })).toEqual({ files: 100, missing: 0 });
    expect(dragged).toEqual([Array.from({ length: 100 }, () => path.join(library, '2026', 'fox.png'))]);
  });

  it('drag out the present files of a selection, and search for the missing ones', async () => {
    await writeFile(path.join(library, '2026', 'fox.png'), 'a fox!');
    const missed: number[] = [];
    const state = (file: string) => ({ status: 'kept', file: { path: file, type: 'png', width: 1, height: 1, bytes: 6, sha256: '', savedAt: 1 } });
    const handlers = imageHandlers({
      repository: {
        describe: () => Promise.resolve([
          { image: { id: 1, state: state('2026/gone.png') } },
          { image: { id: 2, state: state('2026/fox.png') } },
          { image: { id: 3, state: { status: 'failed' } } },
        ]),
      },
      folders: createLibraryFolders(() => library, () => []),
      missingSearch: { missed: (ids: number[]) => missed.push(...ids) },
      thumbnails: { busy: () => undefined, left: () => undefined, look: () => Promise.resolve([]), tryAgain: () => Promise.resolve(false) },
      desktop: { startDrag: (files: string[]) => dragged.push(files) },
    } as unknown as HandlerServices);
    expect(await handlers['images:drag']({ target: { token: null, revision: 0, ranges: [], imageIds: [1, 2, 3] } })).toEqual({ files: 1, missing: 1 });
    expect([dragged, missed]).toEqual([[[path.join(library, '2026', 'fox.png')]], [1]]);
  });

  it('refuse a link to a file outside the library', async () => {
    await symlink(path.join(home, 'private', 'fox.png'), path.join(library, '2026', 'fox.png'));
    await expectRefused('2026/fox.png');
  });

  it('refuse a file in a folder that is a link out of the library', async () => {
    await symlink(path.join(home, 'private'), path.join(library, '2025'));
    await expectRefused('2025/fox.png');
  });

  it('refuse a path that leads out, even into a folder whose name has the same beginning', async () => {
    await mkdir(path.join(home, 'Latent2'));
    await writeFile(path.join(home, 'Latent2', 'fox.png'), 'secret');
    await expectRefused('../Latent2/fox.png');
  });
});

describe('asking for absent pictures', () => {
  it.each([
    ['nothing', null, true, []],
    ['an empty file', '', true, []],
    ['another file, whose picture is not here', 'cropped', true, ['2026']],
    ['another file, whose picture is here', 'cropped', false, []],
  ] as const)('reports when %s is in the place of the picture', async (_what, content, isUnknown, lookedInto) => {
    if (content !== null) await writeFile(path.join(library, '2026', 'fox.png'), content);
    const asked: unknown[] = [];
    const folders: string[] = [];
    const state = { status: 'kept', file: { path: '2026/fox.png', type: 'png', width: 1, height: 1, bytes: 6, sha256: '', savedAt: 1 } };
    const handlers = imageHandlers({
      repository: {
        describe: () => Promise.resolve([{ image: { id: 1, taskId: 'x', index: 0, state } }]),
        unknownFiles: (files: readonly { readonly path: string }[]) => (asked.push(...files), Promise.resolve(isUnknown ? files.map((file) => file.path) : [])),
      },
      folders: createLibraryFolders(() => library, () => []),
      missingSearch: { missed: () => undefined },
      rescan: { changed: (folder: string) => folders.push(path.relative(library, folder)) },
    } as unknown as HandlerServices);
    const changed = content === 'cropped';
    expect(await handlers['images:absent']({ imageIds: [1] })).toEqual({ imageIds: [1], changed: changed ? [1] : [], folderIsThere: true });
    expect({ asked, folders }).toEqual({ asked: changed ? [{ path: '2026/fox.png', bytes: 7 }] : [], folders: lookedInto });
  });
});
