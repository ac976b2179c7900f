import { AppFailure } from '../../shared/errors.ts';
import type { Decoder } from '../core/thumbnails/decoder-process.ts';
import type { HostWindow } from './host.ts';

function refuse(): never {
  throw new AppFailure('needs-window');
}

const noDecoder = (): Decoder => ({
  decode: () => Promise.resolve({ ok: false, reason: 'unavailable' }),
  prepare: () => undefined,
  close: () => undefined,
});

/** Stands in for the window of a host that has none. It decodes nothing, and whatever it would ask or show fails with `needs-window`. */
export const withoutWindow: HostWindow = {
  decoder: noDecoder,
  printPdf: async () => refuse(),
  engineLicences: null,
  commandLicences: null,
  commandInstaller: { state: async () => refuse(), install: async () => refuse(), remove: async () => refuse() },
  loginItem: { state: async () => refuse(), set: async () => refuse() },
  takeOpened: () => Promise.resolve({ newest: null, others: 0 }),
  desktop: () => ({
    chooseFolder: refuse,
    chooseToImport: refuse,
    choosePictures: refuse,
    chooseTextFile: refuse,
    chooseSaveFile: refuse,
    confirmKeyAddress: refuse,
    confirmEmptyTrash: refuse,
    confirmOpenPage: refuse,
    openPage: refuse,
    reveal: refuse,
    startDrag: refuse,
    openFolder: refuse,
    openFile: refuse,
    chooseProgram: refuse,
    openInProgram: refuse,
    copyFiles: refuse,
    copyText: refuse,
    readText: refuse,
    copyPicture: refuse,
    discard: { byHand: async () => refuse(), byAge: async () => refuse() },
  }),
  quickField: () => ({ toggle: refuse, take: refuse, show: refuse, setShortcut: () => undefined, close: () => undefined }),
  windows: () => ({ state: () => ({ fullScreen: false, second: false }), set: refuse, close: refuse, show: refuse, setMenus: refuse }),
};
