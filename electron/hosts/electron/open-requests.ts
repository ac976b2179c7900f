import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { extensionOf } from '../../../shared/lists/list-file-extensions.ts';
import { isAppLink, readAppLink } from '../../../shared/links/app-link.ts';
import type { NewsPlace, Opened, OpenRequest, WindowRequest } from '../../../shared/links/open-request.ts';
import { longestPromptFile } from '../../../shared/prompts/prompt-file.ts';
import { hiddenSwitch, isHiddenStart } from '../../platform/login/hidden-start.ts';
import type { Clock } from '../../core/util/clock.ts';

/** What other programs ask to open. */
export interface OpenRequests {
  /**
   * The one way in: for the arguments of this start and of a later one, for macOS's `open-url` and `open-file`. Links and prompt files among `given` wait
   * until they are taken; `folder` is where relative paths begin. Returns whether the window should come to the front: not if too many came, and not for a start at
   * login, which comes while Latent runs already.
   */
  add(given: readonly string[], folder: string): boolean;
  /** What Latent itself asks its window for, such as after a click on a notification. It counts as the newest, and not towards the many. */
  go(place: NewsPlace | WindowRequest): void;
  /** Whether something was not taken yet. */
  waits(): boolean;
  /** The newest that waits. A file is read now. */
  take(): Promise<Opened>;
}

/** A page in a browser may open links as fast as it likes. Beyond so many within a minute, they are only counted: each may replace the prompt. */
const mostPerMinute = 10;
const minute = 60_000;

/** Bytes of the longest prompt file, if each character takes three. */
const largestFile = 3 * longestPromptFile;

export function createOpenRequests({ monotonic }: Pick<Clock, 'monotonic'>): OpenRequests {
  let newest: (() => Promise<OpenRequest>) | null = null;
  let others = 0;
  let recent: readonly number[] = [];
  return {
    add(given, folder) {
      const openable = given.filter(isOpenable);
      if (openable.length === 0) return !isHiddenStart(given);
      const now = monotonic();
      recent = recent.filter((at) => now - at < minute);
      const isFlood = recent.length >= mostPerMinute;
      const last = openable.at(-1);
      others += openable.length - 1 + (isFlood || newest !== null ? 1 : 0);
      if (isFlood || last === undefined) return false;
      recent = [...recent, now];
      newest = isAppLink(last) ? () => Promise.resolve(readAppLink(last)) : () => readFile(pathOf(last, folder));
      return true;
    },
    go(place) {
      if (newest !== null) others += 1;
      newest = () => Promise.resolve(place);
    },
    waits: () => newest !== null,
    async take() {
      const [request, left] = [newest, others];
      newest = null;
      others = 0;
      return { newest: request && (await request()), others: left };
    },
  };
}

/** Whether an argument of a start is a link or may be a prompt file. Switches and the app's own path are not. */
export const isOpenable = (argument: string): boolean => isAppLink(argument) || (!argument.startsWith('-') && extensionOf(argument) === 'json');

/** The arguments of a start, without what it has opened, without what the installer for Windows adds, and without that it was hidden: who starts Latent again wants to see it. */
export const ownArguments = (argv: readonly string[]): readonly string[] => argv.slice(1).filter((each) => !isOpenable(each) && each !== '--updated' && each !== hiddenSwitch);

/** An argument that means the same in another folder. */
export const fromFolder = (argument: string, folder: string): string => (/^[a-z-]{2,}:/i.test(argument) ? argument : path.resolve(folder, argument));

/** Desktops on Linux pass files as addresses. One that names another computer is refused: opening it would sign in there. */
function pathOf(argument: string, folder: string): string | null {
  // Windows reads `//server/share` as an address of another computer, too.
  if (!/^file:/i.test(argument)) return /^[\\/]{2}/.test(argument) ? null : path.resolve(folder, argument);
  const url = URL.parse(argument);
  if (url === null || (url.hostname !== '' && url.hostname !== 'localhost')) return null;
  try {
    return fileURLToPath(`file://${url.pathname}`);
  } catch {
    return null;
  }
}

async function readFile(file: string | null): Promise<OpenRequest> {
  const name = path.basename(file ?? '');
  if (file === null) return { kind: 'unread-file', why: 'unreadable', name };
  try {
    // A pipe would keep a thread waiting.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const { size } = await handle.stat().then((facts) => (facts.isFile() ? facts : Promise.reject(new Error('no file'))));
      if (size > largestFile) return { kind: 'unread-file', why: 'too-large', name };
      const bytes = new Uint8Array(size);
      const { bytesRead } = await handle.read(bytes, 0, size, 0);
      return { kind: 'file', name, bytes: bytes.subarray(0, bytesRead) };
    } finally {
      await handle.close();
    }
  } catch {
    return { kind: 'unread-file', why: 'unreadable', name };
  }
}
