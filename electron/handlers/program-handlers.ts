import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppFailure } from '../../shared/errors.ts';
import { usualExport } from '../../shared/export/export-choices.ts';
import type { ImageFile, ImageId } from '../../shared/task.ts';
import { realPictureFile } from '../core/library/files/real-file.ts';
import { ensureWritableFolder, freeIn } from '../core/library/library-folders.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

/** Milliseconds between two looks at an export or an import that a program waits for. */
const lookInterval = 50;

/** More pictures than any library has. */
const all = Number.MAX_SAFE_INTEGER;

/** What only other programs of the same user call. Paths come from the person who typed them, and never from a page. */
export function programHandlers({ repository, views, engine, references, exporter, importer, folders, accounts, secrets, notices, diagnostics, userData, mirror, mirrorAccess }: HandlerServices): HandlersOf<'programs'> {
  const pathOf = (file: ImageFile): Promise<string | null> => realPictureFile(folders, file).catch(() => null);
  /** Without keeping the process alive: at the end of the app, an import stays unfinished until the next start. */
  const until = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) await wait(lookInterval, undefined, { ref: false });
  };
  const describedInOrder = async (ids: readonly ImageId[]) => {
    const found = new Map((ids.length === 0 ? [] : await repository.describe(ids)).map((one) => [one.image.id, one]));
    return ids.flatMap((id) => found.get(id) ?? []);
  };
  return {
    async 'programs:pictures'({ search, from, limit }) {
      const { total, rows } = await views.search('pictures', search, from, limit);
      const described = await describedInOrder([...rows]);
      return { total, pictures: await Promise.all(described.map(async (one) => ({ ...one, file: one.image.state.status === 'kept' ? await pathOf(one.image.state.file) : null }))) };
    },
    async 'programs:tasks'({ search, from, limit }) {
      const { total, rows } = await views.search('tasks', search, from, limit);
      return { total, tasks: engine.latest(await views.tasksOfRows(rows)) };
    },
    async 'programs:files'({ imageIds }) {
      const files = new Map((await describedInOrder(imageIds)).flatMap(({ image }) => (image.state.status === 'kept' ? [[image.id, image.state.file] as const] : [])));
      return Promise.all(imageIds.map((id) => Promise.resolve(files.get(id)).then((file) => (file === undefined ? null : pathOf(file)))));
    },
    async 'programs:export'({ search, to, into }) {
      if (exporter.state()?.phase === 'running') throw new AppFailure('export-under-way');
      if (into === 'zip' && (await stat(to).catch(() => null)) !== null) throw new AppFailure('file-exists', to);
      const { rows } = await views.search('pictures', search, 0, all);
      await ensureWritableFolder(into === 'zip' ? path.dirname(to) : to);
      exporter.begin(rows, to, { ...usualExport, into });
      await until(() => exporter.state()?.phase !== 'running');
      const progress = exporter.state();
      if (progress === null) throw new Error('the summary of the export was dismissed');
      return { progress, leftOut: exporter.leftOut() };
    },
    async 'programs:import'({ paths }) {
      const { begun } = await importer.begin(paths);
      if (!begun) return null;
      const isDone = (): boolean => !['counting', 'running'].includes(importer.state().latest?.phase ?? '');
      await until(isDone);
      const progress = importer.state().latest;
      if (progress === null) throw new Error('the summary of the import was dismissed');
      return { progress, skipped: await importer.skipped() };
    },
    async 'programs:keep-references'({ paths }) {
      const kept = await references.keep(paths.map((file) => ({ name: path.basename(file), path: file })));
      // A task may wait for just this copy.
      engine.referencesChanged();
      return kept;
    },
    async 'programs:health'() {
      const folder = folders.root();
      const [databaseFaults, protectsKeys, isWritable, libraryBytes, freeBytes] = await Promise.all([diagnostics.databaseFaults(), secrets.protects(), canWrite(folder), freeIn(folder), freeIn(userData)]);
      return { databaseFaults, protectsKeys, library: { folder, isWritable, freeBytes: libraryBytes }, freeBytes, notices: notices() };
    },
    async 'programs:mirror'({ mirror: setting, secret, sessionToken, check }) {
      mirror.begin(await mirrorAccess.bucket(setting, secret, sessionToken), check);
      await mirror.settled();
      const state = mirror.state();
      if (state === null) throw new Error('the run left no state');
      return state;
    },
    'programs:mirrored': async ({ mirror: setting, secret, sessionToken }) => mirror.states(await mirrorAccess.bucket(setting, secret, sessionToken)),
    'programs:use-key': ({ accountId, key }) => accounts.lendKey(accountId, key),
  };
}

const canWrite = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
