import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { HostWindow } from '../../../electron/compose/host.ts';
import { withoutWindow } from '../../../electron/compose/without-window.ts';
import { createSupervisedDecoder, type DecoderEvents, type DecoderProcess } from '../../../electron/core/thumbnails/decoder-process.ts';
import { composeOnNode } from '../../../electron/hosts/node/node-host.ts';
import { readDecodeAnswer } from '../../../electron/platform/windows/decode-answer.ts';
import { inputSchemas, type Channel } from '../../../shared/ipc/schemas.ts';
import type { SecondPicture } from '../../../shared/windows/window-states.ts';
import { hangLimit } from '../hang-limit.ts';
import type { Profile } from '../latent-app.ts';
import { pageWithPreload, type OpenedPage } from './page-with-preload.ts';
import { servePages } from './serve-pages.ts';

/** Latent whose window is a page of a browser. */
export interface PagesInChromium {
  readonly page: Page;
  /** What went wrong in any page: exceptions, errors and warnings of the console, such as those of the policy, and issues such as the use of what goes away. */
  readonly faults: string[];
  close(): Promise<void>;
}

const methodName = (channel: Channel): string => channel.replace(/[:-]([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/**
 * Runs Latent in this process, by the host for plain Node, and its pages in a browser, as they were built. The pages of the window, of the decoder and of
 * the second window are real. What only Electron can do, such as the system's dialogs, fails with `needs-window`.
 */
export async function openPagesInChromium(browser: Browser, { userData, home }: Profile): Promise<PagesInChromium> {
  const faults: string[] = [];
  let tellWindow = (_changes: unknown): void => undefined;

  const openDecoder = ({ ready, answered, gone }: DecoderEvents): DecoderProcess => {
    const opening = pageWithPreload(browser, { name: 'decoder', calls: { ready, done: answered }, listen: 'onJob', faults });
    opening.then(({ page }) => page.goto(`${ofDecoder.url}/decoder.html`)).catch(gone);
    return {
      send: (job) => void opening.then(({ tell }) => tell(job), gone),
      end: () => void opening.then(({ page }) => page.close()).catch(() => undefined),
    };
  };

  const windows: HostWindow['windows'] = ({ words, changed, failed }) => {
    let second: Promise<OpenedPage> | null = null;
    let latest: SecondPicture | null = null;
    const state = () => ({ fullScreen: false, second: second !== null });
    const send = (): void => void second?.then(({ tell }) => latest && tell(latest), failed);
    const open = async (): Promise<OpenedPage> => {
      const opened = await pageWithPreload(browser, { name: 'second', calls: {}, listen: 'onShow', faults });
      await opened.page.goto(`${ofWindows.url}/second.html`);
      return opened;
    };
    return {
      state,
      set({ second: wanted }) {
        if (wanted === true) second ??= open();
        if (wanted === false) {
          second?.then(({ page }) => page.close()).catch(failed);
          second = null;
        }
        send();
        changed(state());
      },
      show(picture) {
        latest = { ...picture, missing: words('dialogs.second-window.missing'), language: 'en', direction: 'ltr' };
        send();
      },
    };
  };

  const composed = await composeOnNode({
    userData,
    built: (file) => path.resolve('dist', file),
    version: '0.0.0',
    environmentKey: null,
    picturesFolder: path.join(home, 'Pictures'),
    send: (changes) => tellWindow(changes),
    window: { ...withoutWindow, windows, decoder: ({ clock, sideBySide }) => createSupervisedDecoder({ start: openDecoder, judge: readDecodeAnswer, clock, sideBySide }) },
  });
  const ofWindows = await servePages(composed);
  // Of its own, because Chromium opens six connections to a server, and thumbnails that wait for the decoder may hold them all.
  const ofDecoder = await servePages(composed);
  await composed.start();

  const channels = Object.keys(inputSchemas) as Channel[];
  const calls = Object.fromEntries(channels.map((channel) => [methodName(channel), (input: unknown) => composed.callHandler(channel, input)]));
  const { page, tell } = await pageWithPreload(browser, { name: 'api', calls, listen: 'onChanges', faults });
  tellWindow = tell;
  page.setDefaultTimeout(hangLimit);
  await page.goto(`${ofWindows.url}/index.html`);
  await page.waitForSelector('main');
  return {
    page,
    faults,
    async close() {
      await page.close();
      await composed.close();
      await Promise.all([ofWindows.stop(), ofDecoder.stop()]);
    },
  };
}
