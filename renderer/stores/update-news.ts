import type { Release } from '../../shared/updates/release.ts';
import type { Updates } from '../../shared/updates/update-state.ts';
import { ask } from '../ui/dialogs/ask.ts';
import { notify } from '../ui/toast.tsx';
import { currentWords } from '../words/words.ts';

/** What was said since the page was loaded. */
const said = new Set<string>();

/** Says in a corner that a newer Latent is available or ready, once for each start. What is new in the one that runs is said by `running-news.ts`. */
export function tellUpdates(updates: Updates | null): void {
  if (updates === null) return;
  const { found } = updates;
  if (found?.step.at === 'ready') tell('updates.told-ready', found.release);
  else if (found?.step.at === 'told') tell('updates.told-available', found.release);
}

function tell(what: 'updates.told-ready' | 'updates.told-available', release: Release): void {
  const key = `${what} ${release.version}`;
  if (said.has(key)) return;
  said.add(key);
  const say = currentWords();
  notify(say(what, { version: release.version }), { label: say('updates.news'), run: () => void ask('release', { release }) });
}
