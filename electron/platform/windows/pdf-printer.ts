import { open } from 'node:fs/promises';
import { BrowserWindow, session, type Session } from 'electron';
import { sheetPolicy } from '../../core/export/contact-sheet/contact-sheet-page.ts';
import { latentScheme } from '../app-protocol.ts';
import { streamOf } from '../file-stream.ts';
import { denyPermissions } from '../page-restrictions.ts';

/** The address of the page while it is printed, in a session of its own. */
const address = `${latentScheme.scheme}://sheet/`;

/** Numbers of the pages, in the bottom margin. The template is a page of its own, which has neither the style nor the text of the sheet. */
const pageNumbers =
  '<div style="width: 100%; padding: 0 12mm; font: 7pt system-ui, sans-serif; color: #5c5c63; text-align: right"><span class="pageNumber"></span> / <span class="totalPages"></span></div>';

/**
 * Makes a PDF of an HTML file that contains what others wrote. A hidden window prints it: sandboxed, without scripts, without a preload, in a session
 * that has no network and knows one address. Rejects with the signal's reason if it is aborted. One print at a time.
 */
export async function printPdf(htmlFile: string, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted();
  // Not saved, because its name does not begin with "persist:".
  const printing = session.fromPartition('contact-sheet');
  prepare(printing);
  printing.protocol.handle(latentScheme.scheme, async () => {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': sheetPolicy, 'x-content-type-options': 'nosniff' };
    return new Response(streamOf(await open(htmlFile, 'r')), { headers });
  });
  const window = new BrowserWindow({
    show: false,
    webPreferences: { session: printing, sandbox: true, javascript: false, contextIsolation: true, nodeIntegration: false, webviewTag: false, backgroundThrottling: false, spellcheck: false, devTools: false },
  });
  const ended = Promise.withResolvers<never>();
  const onAbort = (): void => ended.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  window.webContents.on('render-process-gone', (_event, { reason }) => ended.reject(new Error(`printing ended: ${reason}`)));
  try {
    return await Promise.race([ended.promise, print(window)]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (!window.isDestroyed()) window.destroy();
    printing.protocol.unhandle(latentScheme.scheme);
  }
}

async function print(window: BrowserWindow): Promise<Uint8Array> {
  await window.loadURL(address);
  return window.webContents.printToPDF({ preferCSSPageSize: true, printBackground: true, displayHeaderFooter: true, headerTemplate: '<span></span>', footerTemplate: pageNumbers });
}

function prepare(printing: Session): void {
  denyPermissions(printing);
  printing.setSpellCheckerEnabled(false);
  printing.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: url !== address && !url.startsWith('data:') }));
}
