import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Api, ChangeBatch } from '../../shared/ipc/api.ts';
import type { Channel } from '../../shared/ipc/schemas.ts';
import { isDroppedList } from '../../shared/lists/list-file-extensions.ts';
import { takesPictures } from '../../shared/request/reference-checks.ts';

/** The names of `inputSchemas`. The build puts them in (vite.config.ts), so that the sandboxed preload loads no schemas. */
declare const channelNames: readonly Channel[];

/** `tasks:detail` → `tasksDetail`: the `MethodName` of shared/ipc/api.ts. */
const methodName = (channel: Channel): string => channel.replace(/[:-]([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** One function for each channel. The page gets neither `ipcRenderer` nor a function whose channel it could choose. */
const calls = Object.fromEntries(channelNames.map((channel) => [methodName(channel), (input?: unknown): unknown => ipcRenderer.invoke(channel, input)]));

const api: Api = {
  ...(calls as Omit<Api, 'onChanges'>),
  onChanges: (listener) => {
    const receive = (_event: unknown, batch: ChangeBatch): void => listener(batch);
    // Spelled out, so that the sandboxed preload does not load the whole contract for one word.
    ipcRenderer.on('changes', receive);
    return () => {
      ipcRenderer.off('changes', receive);
    };
  },
};

contextBridge.exposeInMainWorld('api', api);

/** The parts of a drop event that are read here. This program has no DOM types. */
interface DropEvent {
  readonly isTrusted: boolean;
  readonly target: { closest?(selector: string): unknown } | null;
  readonly dataTransfer: { readonly files: Iterable<File & { readonly path?: string }> } | null;
}
declare const window: { addEventListener(type: 'drop', listener: (event: DropEvent) => void): void };

/** Before Electron 32, the file itself has its path. */
const pathOf = (file: File & { readonly path?: string }): string => (webUtils as typeof webUtils | undefined)?.getPathForFile(file) ?? file.path ?? '';

// Read here, out of reach of the page's scripts: an event made by a script is not trusted, and only a real file has a path.
window.addEventListener('drop', (event) => {
  const files = [...(event.dataTransfer?.files ?? [])];
  // The page reads a list of prompts and reference pictures itself, which needs no path.
  if (isDroppedList(files) || event.target?.closest?.(`[${takesPictures}]`)) return;
  const paths = files.map(pathOf).filter((path) => path !== '');
  if (event.isTrusted && paths.length > 0) ipcRenderer.send('dropped-files', paths);
});
