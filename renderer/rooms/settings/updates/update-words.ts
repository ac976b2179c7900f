import type { Updates } from '../../../../shared/updates/update-state.ts';
import type { Words } from '../../../../shared/words/index.ts';
import type { Formats } from '../../../../shared/words/format.ts';
import { sentences } from '../../../../shared/words/in-a-row.ts';

/** How things stand, in a sentence or two. `itself`: whether Latent checks and installs unasked. */
export function updateWords(say: Words, formats: Formats, updates: Updates, itself: boolean, now: number): string {
  const { isChecking, checkedAt, fault, found } = updates;
  const foundWords = found && stepWords(say, formats, found, updates, itself);
  if (found?.step.at === 'downloading') return foundWords ?? '';
  if (isChecking) return say('updates.checking');
  const said = sentences(say, [foundWords, fault && say(`updates.fault.${fault}`)]);
  if (said !== '') return said;
  return checkedAt === null ? say('updates.never') : say('updates.newest', { ago: formats.age(checkedAt, now) });
}

function stepWords(say: Words, formats: Formats, { release: { version }, step }: NonNullable<Updates['found']>, { way, restarts }: Updates, itself: boolean): string {
  switch (step.at) {
    case 'later':
    case 'stopped':
      return say(`updates.${step.at}`, { version });
    case 'told':
      return say(way === 'package-manager' ? 'updates.told.package-manager' : 'updates.told.by-hand', { version });
    case 'downloading':
      return say('updates.downloading', { version, share: formats.percent((100 * step.bytes) / step.size) });
    case 'ready':
      return itself ? say('updates.ready', { version }) : say('updates.ready-asked', { version, button: say(restarts ? 'updates.restart' : 'updates.end') });
  }
}
