import { setTimeout as wait } from 'node:timers/promises';
import { Sentence } from '../say.ts';

/** The keys of a person, and what the app's log says of them. */
export interface Typist {
  /** Puts `text` into the field for prompts, in place of what is in it. */
  type(text: string): void;
  /** Presses the keys that send it. */
  send(): void;
  /** Whether the app has logged the intent to send a task. */
  isSent(): boolean;
}

const attempts = 3;
/** Milliseconds from typing to sending, and between two looks. */
const [settling, interval] = [2_000, 250];
/** Milliseconds until keys that did nothing are taken for lost, on a slow machine. */
const lost = 20_000;

/**
 * Types a prompt and sends it; up to three times, because a page that is not ready loses keys. Only keys that were lost are pressed again: if the page was slow,
 * it has sent what waited before the next keys that send. Throws a Sentence if no task was logged. `pause` waits for so many milliseconds.
 */
export async function sendPrompt(typist: Typist, text: string, pause: (ms: number) => Promise<unknown> = wait): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    typist.type(text);
    for (let waited = 0; waited < settling; waited += interval) await pause(interval);
    if (typist.isSent()) return;
    typist.send();
    for (let waited = 0; waited < lost; waited += interval) {
      if (typist.isSent()) return;
      await pause(interval);
    }
  }
  if (!typist.isSent()) throw new Sentence(`The prompt was typed ${attempts} times, and no task was made.`);
}
