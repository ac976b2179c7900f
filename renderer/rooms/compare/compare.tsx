import { Dialog } from '@base-ui/react/dialog';
import type { BaseUIEvent } from '@base-ui/react/types';
import { useRef, useState, type KeyboardEvent } from 'react';
import { nothingIn, pictureIn } from '../../commands/command.ts';
import { useCommands, useSubject } from '../../commands/use-commands.ts';
import { addNextCompared } from '../../parts/pictures/compare-pictures.ts';
import { knockOut, leaveCompare, left, pairOf, setCompareMode, useCompare, useCompareView } from '../../stores/compare-store.ts';
import { useWords } from '../../words/words.ts';
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
    // The command `close` closes the dialog, so Base UI must not.
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
  const { focused } = state;
  useCommands('compare', {
    close: leaveCompare,
    'knock-out': sideBySide && (() => focused !== null && knockOut(focused)),
    decide: state.out.length > 0 && (() => void decideComparison()),
    compare: sideBySide && (() => void addNextCompared()),
    details: toggleFacts,
    overlay: pair !== null && (() => setCompareMode(state.mode === 'overlay' ? 'side' : 'overlay')),
    difference: pair !== null && (() => setCompareMode(state.mode === 'difference' ? 'side' : 'difference')),
  });
  // Marks apply to the focused picture. In an overlay or a difference, no picture has the focus.
  useSubject('compare', () => (sideBySide && focused !== null ? pictureIn('compare', focused, null) : nothingIn('compare')));
  return (
    <>
      <CompareBar factsOpen={factsOpen} onToggleFacts={toggleFacts} />
      {pair !== null && state.mode !== 'side' ? <OverlayStage pair={pair} mode={state.mode} /> : <PaneGrid ids={left(state)} focused={state.focused} factsOpen={factsOpen} />}
    </>
  );
}

/** Without this, Base UI would handle the arrow keys in the dialog. */
const leaveToShortcuts = (event: BaseUIEvent<KeyboardEvent>): void => event.preventBaseUIHandler();
