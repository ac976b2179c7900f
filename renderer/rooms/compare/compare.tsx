import { Dialog } from '@base-ui/react/dialog';
import type { BaseUIEvent } from '@base-ui/react/types';
import { useRef, useState, type KeyboardEvent } from 'react';
import { addNextCompared } from '../../parts/pictures/compare-pictures.ts';
import { labelOfKey, mark, toggleFavourite, toggleFlag, toggleLabel } from '../../parts/marks/mark-actions.ts';
import { knockOut, leaveCompare, left, pairOf, setCompareMode, useCompare, useCompareView } from '../../stores/compare-store.ts';
import { onePicture } from '../../stores/selection/mark-target.ts';
import { useWords } from '../../words/words.ts';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { CompareBar } from './compare-bar.tsx';
import styles from './compare.module.css';
import { decideComparison } from './decide-comparison.ts';
import { OverlayStage } from './overlay/overlay-stage.tsx';
import { PaneGrid } from './panes/pane-grid.tsx';
import { captionsFit } from './panes/pane-layout.ts';

/** Compares two to eight pictures over the whole window, with one zoom for all. */
export function Compare() {
  const say = useWords();
  const dialog = useRef<HTMLDivElement>(null);
  const comparing = useCompare(({ ids }) => ids.length > 0);
  if (!comparing) return null;
  return (
    // The shortcut compare-close closes the dialog, so Base UI must not.
    <Dialog.Root open modal="trap-focus" disablePointerDismissal onOpenChange={(_open, details) => (details.cancel(), details.allowPropagation())}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={dialog}
          className={styles.compare}
          // Pictures are shown on a dark background in every theme.
          data-theme="dark"
          aria-modal
          aria-label={say('compare.name')}
          data-shortcuts
          initialFocus={false}
          // When the comparison closes, the sheet takes the focus.
          finalFocus={false}
          onKeyDown={leaveToShortcuts}
        >
          <OpenCompare />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function OpenCompare() {
  const state = useCompare();
  const pair = pairOf(state);
  const sideBySide = state.mode === 'side';
  // Decided once, so that nothing opens or closes by itself while pictures are knocked out.
  const [fit] = useState(() => captionsFit({ width: window.innerWidth, height: window.innerHeight }, state.ids.length));
  const factsOpen = useCompareView((view) => view.factsOpen) ?? fit;
  const toggleFacts = (): void => useCompareView.setState({ factsOpen: !factsOpen });
  useShortcut('compare-close', leaveCompare);
  useShortcut('compare-knock-out', ({ repeat }) => void (repeat || (state.focused !== null && knockOut(state.focused))), sideBySide);
  useShortcut('compare-decide', ({ repeat }) => void (repeat || decideComparison()), state.out.length > 0);
  useShortcut('compare-add', ({ repeat }) => void (repeat || addNextCompared()), sideBySide);
  useShortcut('compare-facts', toggleFacts);
  useShortcut('compare-overlay', () => setCompareMode(state.mode === 'overlay' ? 'side' : 'overlay'), pair !== null);
  useShortcut('compare-difference', () => setCompareMode(state.mode === 'difference' ? 'side' : 'difference'), pair !== null);
  useMarkKeys(sideBySide);
  return (
    <>
      <CompareBar factsOpen={factsOpen} onToggleFacts={toggleFacts} />
      {pair !== null && state.mode !== 'side' ? <OverlayStage pair={pair} mode={state.mode} /> : <PaneGrid ids={left(state)} focused={state.focused} factsOpen={factsOpen} />}
    </>
  );
}

/** The usual keys for marks, which apply to the focused picture. In an overlay or a difference, no picture has the focus. */
function useMarkKeys(enabled: boolean): void {
  const focused = useCompare((state) => state.focused);
  const some = enabled && focused !== null;
  const id = focused ?? 0;
  const of = onePicture(id);
  useShortcut('compare-favourite', () => void toggleFavourite(id, of), some);
  useShortcut('compare-rate', ({ key }) => void mark(of.target(), { kind: 'rating', rating: Number(key) }), some);
  useShortcut('compare-pick', ({ repeat }) => void (repeat || toggleFlag('pick', id, of)), some);
  useShortcut('compare-reject', ({ repeat }) => void (repeat || toggleFlag('reject', id, of)), some);
  useShortcut('compare-unflag', () => void mark(of.target(), { kind: 'flag', flag: null }), some);
  useShortcut('compare-label', ({ key, repeat }) => void (repeat || toggleLabel(labelOfKey(key), id, of)), some);
}

/** Without this, Base UI would handle the arrow keys in the dialog. */
const leaveToShortcuts = (event: BaseUIEvent<KeyboardEvent>): void => event.preventBaseUIHandler();
