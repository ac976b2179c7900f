import { setTimeout as wait } from 'node:timers/promises';
import type { App, BrowserWindow } from 'electron';
import type { EarlyWordKey } from '../../../shared/words/early-words.ts';
import type { Speech } from '../../core/language/main-language.ts';
import { holdPlaceOfWindow, leavePlaceOfWindow } from '../../platform/process/instance-lock.ts';
import { tryToClaim, type Instance } from '../../platform/process/single-instance.ts';
import { readAddress } from '../../socket/socket-address.ts';
import { connectToLatent } from '../../socket/socket-client.ts';
import { openWaitingWindow } from './waiting-window.ts';

/** Milliseconds for which whoever has the profile may not answer: it starts, which took a command on a busy computer more than 10 s. Afterwards, as long as it was asked and takes, or the person closes the window. */
const patience = 30_000;
/** Milliseconds after which a window says what is waited for. Mostly there is nothing to wait for. */
const untilTold = 500;
const lookInterval = 50;

/**
 * Asks the command of Latent that has the profile to hand it over, waits until it has, and calls `then` with what came of it: `unreachable` if the owner is an app
 * that Chromium did not find, or answers nothing. The window that says what is waited for stays open until `then` has opened another one: without any, Electron would
 * quit. If the person closes it, Latent quits, and the command goes on by itself.
 */
export async function takeOver(app: App, speech: Speech<EarlyWordKey>, folder: string, then: (taken: Instance) => void | Promise<void>): Promise<void> {
  holdPlaceOfWindow(folder);
  let asked: string | null = null;
  let window: BrowserWindow | null = null;
  for (let since = performance.now(); ; await wait(lookInterval)) {
    const taken = tryToClaim(app, folder);
    const answer: Answer | 'settled' = taken.is === 'unreachable' ? await askOwner(folder, asked) : 'settled';
    if (answer === 'settled' || answer === 'refused' || (asked === null && performance.now() - since > patience)) {
      leavePlaceOfWindow(folder);
      await then(taken);
      window?.destroy();
      return;
    }
    if (answer !== 'nobody') {
      if (asked === null) since = performance.now();
      asked = answer.agreed;
    }
    if (asked !== null && window === null && performance.now() - since > untilTold) window = openWaitingWindow(speech, ['start.handed-over.title', 'start.handed-over.body']);
  }
}

type Answer = 'nobody' | 'refused' | { readonly agreed: string };

/**
 * @param asked the address of the owner that has agreed already
 * @returns the address of one that agrees; `refused`: it is an app
 */
async function askOwner(folder: string, asked: string | null): Promise<Answer> {
  const at = readAddress(folder)?.path;
  // Another command may have taken the profile just before this app began to wait.
  if (at === undefined || at === asked) return 'nobody';
  const connection = await connectToLatent(folder);
  if (connection === null) return 'nobody';
  try {
    return (await connection.ask('hand-over')) ? { agreed: at } : 'refused';
  } catch {
    return 'nobody';
  } finally {
    connection.close();
  }
}
