import { BrowserWindow, ipcMain, type IpcMainEvent } from 'electron';
import { decoderChannels } from '../../../shared/windows/decode-job.ts';
import type { Clock } from '../../core/util/clock.ts';
import { createSupervisedDecoder, type Decoder, type DecoderEvents, type DecoderProcess } from '../../core/thumbnails/decoder-process.ts';
import { appOrigin } from '../app-protocol.ts';
import { readDecodeAnswer } from './decode-answer.ts';
import { lowerPriority } from '../process/lower-priority.ts';

interface DecoderOptions {
  readonly preloadFile: string;
  readonly clock: Clock;
  readonly sideBySide: number;
  /** Nobody waits for its pictures: the window and the queries go first. */
  readonly isBackground: boolean;
}

/** Decodes kept pictures in a hidden sandboxed window, which is there only while there is work. */
export function createDecoder({ preloadFile, clock, sideBySide, isBackground }: DecoderOptions): Decoder {
  return createSupervisedDecoder({ start: (events) => openDecoder(preloadFile, isBackground, events), judge: readDecodeAnswer, clock, sideBySide });
}

function openDecoder(preloadFile: string, isBackground: boolean, events: DecoderEvents): DecoderProcess {
  const window = new BrowserWindow({
    show: false,
    webPreferences: { preload: preloadFile, sandbox: true, contextIsolation: true, nodeIntegration: false, backgroundThrottling: false, spellcheck: false, devTools: false },
  });
  const { webContents } = window;
  const isOurs = (event: IpcMainEvent): boolean => !window.isDestroyed() && event.sender === webContents;
  const onReady = (event: IpcMainEvent): void => {
    if (isOurs(event)) events.ready();
  };
  const onDone = (event: IpcMainEvent, answer: unknown): void => {
    if (isOurs(event)) events.answered(answer);
  };
  ipcMain.on(decoderChannels.ready, onReady);
  ipcMain.on(decoderChannels.done, onDone);
  webContents.on('render-process-gone', events.gone);
  window.loadURL(`${appOrigin}/decoder.html`).catch(events.gone);
  return {
    send(job) {
      // Set for each job, because threads come and go.
      if (isBackground) lowerPriority(webContents.getOSProcessId());
      webContents.send(decoderChannels.job, job);
    },
    end() {
      ipcMain.off(decoderChannels.ready, onReady);
      ipcMain.off(decoderChannels.done, onDone);
      if (!window.isDestroyed()) window.destroy();
    },
  };
}
