import { expect, it } from 'vitest';
import { updateWords } from '../../../../../renderer/rooms/settings/updates/update-words.ts';
import { formatsFor } from '../../../../../shared/words/format.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';
import type { Updates } from '../../../../../shared/updates/update-state.ts';

const none: Updates = { way: 'itself', restarts: true, isChecking: false, checkedAt: null, fault: null, found: null, news: null };
const release = { version: '1.2.3', date: '2026-11-20T10:00:00.000Z', notes: '', page: null };
const found = (step: NonNullable<Updates['found']>['step'], more: Partial<Updates> = {}): Partial<Updates> => ({ found: { release, step }, ...more });

it.each([
  [{}, 'Latent has not looked for updates yet.'],
  [{ isChecking: true }, 'Looking for updates…'],
  [{ checkedAt: 0 }, 'No newer version. Last checked: 2 hr. ago'],
  [{ checkedAt: 0, fault: 'older' }, 'The update server sent an older list than before. It was not used, and nothing was changed.'],
  [found({ at: 'told' }, { way: 'package-manager' }), 'Latent 1.2.3 is available. Install it with your package manager.'],
  [found({ at: 'told' }, { way: 'by-hand' }), 'Latent 1.2.3 is available. Download it, and put it in the place of this one.'],
  // The feed has no file for this kind of computer.
  [found({ at: 'told' }), 'Latent 1.2.3 is available. Download it, and put it in the place of this one.'],
  [found({ at: 'later' }), 'Latent 1.2.3 is released step by step. This computer gets it later.'],
  [found({ at: 'downloading', bytes: 1, size: 4 }, { isChecking: true }), 'Downloading Latent 1.2.3: 25%'],
  [found({ at: 'stopped' }, { fault: 'cut' }), 'Latent 1.2.3 is available. The next check downloads it. The download was interrupted. Nothing was changed, and the next check continues it.'],
  [found({ at: 'ready' }), 'Latent 1.2.3 is ready, and is installed when you quit.'],
] satisfies readonly (readonly [Partial<Updates>, string])[])('%o', (more, words) => {
  expect(updateWords(wordsFor('en'), formatsFor('en'), { ...none, ...more }, true, 7_200_000)).toBe(words);
});

it('says when what is ready is installed, if the person wants to be asked', () => {
  const asked = (restarts: boolean): string => updateWords(wordsFor('en'), formatsFor('en'), { ...none, restarts, ...found({ at: 'ready' }) }, false, 0);
  expect(asked(true)).toBe('Latent 1.2.3 is ready. It is installed when you choose “Restart now”.');
  expect(asked(false)).toBe('Latent 1.2.3 is ready. It is installed when you choose “Quit and install”.');
});
