import { rm } from 'node:fs/promises';
import path from 'node:path';
import { clipboard, ClipboardItem, dialog, nativeImage, shell, type BrowserWindow, type MessageBoxOptions, type OpenDialogOptions } from 'electron';
import { AppFailure } from '../../shared/errors.ts';
import type { ImageId } from '../../shared/task.ts';
import type { Words } from '../../shared/words/index.ts';
import type { Decoder } from '../core/thumbnails/decoder-process.ts';
import { copiedFiles } from './copied-files.ts';
import { dragBitmap, dragIconSide } from './drag-icon.ts';
import { commandFor, startProgram } from './process/open-in-program.ts';
import { isPressed } from './windows/pressed.ts';

/** Where programs usually are. */
const programPlaces: Partial<Record<NodeJS.Platform, OpenDialogOptions>> = {
  darwin: { defaultPath: '/Applications' },
  win32: { filters: [{ name: 'EXE', extensions: ['exe'] }] },
  linux: { defaultPath: '/usr/bin' },
};

/** Dialogs, clipboard and file manager, over the window that asked. */
export function createDesktop(window: () => BrowserWindow | null, decoder: Decoder, words: Words) {
  const ask = async (options: MessageBoxOptions): Promise<boolean> => {
    const parent = window();
    const { response } = await (parent ? dialog.showMessageBox(parent, options) : dialog.showMessageBox(options));
    return response === 0;
  };
  /** The folder of the latest choice. From Electron 43 on, the system no longer knows it, and dialogs begin in the downloads. */
  let lastFolder: string | null = null;
  const chosen = (file: string): string => {
    lastFolder = path.dirname(file);
    return file;
  };
  const choose = async (wanted: OpenDialogOptions): Promise<readonly string[]> => {
    const parent = window();
    const options = { ...(lastFolder === null ? {} : { defaultPath: lastFolder }), ...wanted };
    const { filePaths } = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
    return filePaths.map(chosen);
  };
  return {
    async chooseFolder(startingAt: string | null, title: string = words('dialogs.choose-folder')): Promise<string | null> {
      const [folder] = await choose({ title, ...(startingAt === null ? {} : { defaultPath: startingAt }), properties: ['openDirectory', 'createDirectory'] });
      return folder ?? null;
    },
    chooseToImport: (what: 'folder' | 'pictures'): Promise<readonly string[]> =>
      choose({ title: words(`dialogs.import-${what}`), properties: [what === 'folder' ? 'openDirectory' : 'openFile', 'multiSelections'] }),
    choosePictures: (): Promise<readonly string[]> => choose({ title: words('dialogs.choose-references'), properties: ['openFile', 'multiSelections'] }),
    async chooseTextFile(title: string, extensions: readonly string[]): Promise<string | null> {
      const [file] = await choose({ title, filters: [{ name: extensions.join(', ').toUpperCase(), extensions: [...extensions] }, { name: words('dialogs.all-files'), extensions: ['*'] }], properties: ['openFile'] });
      return file ?? null;
    },
    async chooseSaveFile(suggestedName: string, title: string): Promise<string | null> {
      const options = { title, defaultPath: path.join(lastFolder ?? '', suggestedName) };
      const parent = window();
      const { canceled, filePath } = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options));
      return canceled || !filePath ? null : chosen(filePath);
    },
    confirmKeyAddress: (origin: string, lastFour: string): Promise<boolean> =>
      ask({
        type: 'question',
        message: words('dialogs.environment-key.question', { origin, lastFour }),
        detail: words('dialogs.environment-key.detail'),
        buttons: [words('dialogs.environment-key.keep'), words('dialogs.environment-key.cancel')],
        defaultId: 0,
        cancelId: 1,
      }),
    confirmOpenPage: (address: string): Promise<boolean> =>
      ask({
        type: 'question',
        message: words('dialogs.open-page.question'),
        detail: address,
        buttons: [words('dialogs.open-page.open'), words('dialogs.open-page.cancel')],
        defaultId: 0,
        cancelId: 1,
      }),
    confirmEmptyTrash: (): Promise<boolean> =>
      ask({
        type: 'warning',
        message: words('dialogs.empty-trash.question'),
        detail: words('dialogs.empty-trash.detail'),
        buttons: [words('dialogs.empty-trash.empty'), words('dialogs.empty-trash.cancel')],
        defaultId: 1,
        cancelId: 1,
      }),
    /** The system does not say whether it refused the file or has no trash for it, as on a network disk. */
    discard: {
      byHand: (file: string): Promise<void> => shell.trashItem(file).catch(() => rm(file)),
      byAge: (file: string): Promise<void> => shell.trashItem(file),
    },
    reveal: (file: string): void => shell.showItemInFolder(file),
    /** Begins the system's drag, unless the button was released meanwhile. */
    startDrag(files: readonly string[], colours: Uint8Array): void {
      const contents = window()?.webContents;
      const [file] = files;
      if (!contents || file === undefined || !isPressed(contents)) return;
      const icon = nativeImage.createFromBitmap(dragBitmap(colours), { width: dragIconSide, height: dragIconSide });
      contents.startDrag({ file, files: [...files], icon });
    },
    async openFolder(folder: string): Promise<void> {
      const problem = await shell.openPath(folder);
      if (problem !== '') throw new Error(problem);
    },
    openPage: (address: string): Promise<boolean> =>
      shell.openExternal(address).then(
        () => true,
        () => false,
      ),
    async openFile(file: string): Promise<void> {
      const problem = await shell.openPath(file);
      if (problem !== '') throw new AppFailure('not-opened', problem);
    },
    chooseProgram: async (): Promise<string | null> => (await choose({ title: words('dialogs.choose-program'), ...programPlaces[process.platform], properties: ['openFile'] }))[0] ?? null,
    async openInProgram(program: string, file: string): Promise<void> {
      const command = await commandFor(program, file, process.platform);
      if (command === null) throw new AppFailure('no-program', program);
      await startProgram(command).catch((error: unknown) => {
        throw new AppFailure('no-program', program, { cause: error });
      });
    },
    async copyFiles(files: readonly string[]): Promise<boolean> {
      const formats = Object.entries(copiedFiles(files, process.platform));
      if (formats.length === 0) return false;
      await clipboard.write([new ClipboardItem(Object.fromEntries(formats))]);
      return true;
    },
    copyText: (text: string): Promise<void> => Promise.resolve(clipboard.writeText(text)),
    readText: (): Promise<string> => Promise.resolve(clipboard.readText()),
    /** Copies a picture that the sandboxed decoder has encoded anew, never the file's own bytes. */
    async copyPicture(id: ImageId): Promise<boolean> {
      const png = await decoder.decode(id, { kind: 'png' });
      if (!png.ok) return false;
      await clipboard.write([new ClipboardItem({ 'image/png': new Blob([Buffer.from(png.bytes)], { type: 'image/png' }) })]);
      return true;
    },
  };
}
