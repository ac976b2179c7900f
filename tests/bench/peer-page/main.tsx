import { createRoot } from 'react-dom/client';
import '@fontsource-variable/inter/wght.css';
import '../../../renderer/styles/layers.css';
import { bridge } from '../../../renderer/bridge.ts';
import { entryOf, picturesOf, useGallery, type Entry } from '../../../renderer/stores/gallery/gallery-store.ts';
import { connect } from '../../../renderer/stores/sync.ts';
import type { PeerLayout } from './layout.ts';
import { TanstackSheet } from './tanstack-sheet.tsx';
import { VirtuosoSheet } from './virtuoso-sheet.tsx';

/** Takes the place of Latent's page in Latent's window: the same pictures from the same main process in a grid that is not ours. */
declare global {
  interface Window {
    showGrid?: (name: keyof typeof sheets, layout: PeerLayout) => Promise<void>;
  }
}

const sheets = { virtuoso: VirtuosoSheet, tanstack: TanstackSheet } as const;

window.showGrid = async (name, layout) => {
  await connect();
  const entries = await allEntries();
  const root = document.getElementById('app');
  if (!root) throw new Error('index.html has no #app');
  for (const [property, value] of Object.entries({ '--cell': layout.cell, '--gap': layout.gap, '--margin': layout.margin })) root.style.setProperty(property, `${value}px`);
  const Sheet = sheets[name];
  createRoot(root).render(<Sheet entries={entries} layout={layout} />);
};

/** Everything at once and before the first frame, as these grids are used: a peer never waits for a block. */
async function allEntries(): Promise<readonly Entry[]> {
  const { token } = useGallery.getState().view;
  const ready = await bridge.libraryReady({ token });
  if (!ready.ok || ready.value === null) throw new Error('the view is gone');
  const { total } = ready.value;
  const range = 256;
  const entries: Entry[] = [];
  for (let first = 0; first < total; first += range) {
    const answer = await bridge.libraryPictures({ token, revision: 0, range: [first, Math.min(first + range, total)] });
    if (!answer.ok || answer.value === null) throw new Error('the view is gone');
    entries.push(...picturesOf(answer.value).map(entryOf));
  }
  return entries;
}
