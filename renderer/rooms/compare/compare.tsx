import { useLayoutEffect } from 'react';
import { nothingIn, pictureIn } from '../../commands/command.ts';
import { useCommands, useSubject } from '../../commands/use-commands.ts';
import { addNextCompared } from '../../parts/pictures/compare-pictures.ts';
import { descriptionOf } from '../../stores/pictures/descriptions.ts';
import { areFactsShown, knockOut, left, pairOf, setCompareMode, toggleComparedFacts, useCompare, useCompareView } from '../../stores/compare-store.ts';
import { WholeWindow, WholeWindowPopup } from '../../ui/whole-window.tsx';
import { useWords } from '../../words/words.ts';
import { CompareBar } from './compare-bar.tsx';
import styles from './compare.module.css';
import { decideComparison, leaveComparison } from './decide-comparison.ts';
import { OverlayStage } from './overlay/overlay-stage.tsx';
import { PaneGrid } from './panes/pane-grid.tsx';
import { captionsFit } from './panes/pane-layout.ts';

/** Compares two to eight pictures over the whole window, with one zoom for all. */
export function Compare() {
  const say = useWords();
  const comparing = useCompare(({ ids }) => ids.length > 0);
  if (!comparing) return null;
  return (
    <WholeWindow dark>
      {/* When the comparison closes, the grid takes the focus. */}
      <WholeWindowPopup className={styles.compare} aria-label={say('compare.name')} initialFocus={false} finalFocus={false}>
        <OpenCompare />
      </WholeWindowPopup>
    </WholeWindow>
  );
}

function OpenCompare() {
  const state = useCompare();
  const pair = pairOf(state);
  const sideBySide = state.mode === 'side';
  // Decided once, so that nothing opens or closes by itself while pictures are knocked out.
  useLayoutEffect(() => useCompareView.setState({ factsFit: captionsFit({ width: window.innerWidth, height: window.innerHeight }, useCompare.getState().ids.length) }), []);
  const factsShown = useCompareView(areFactsShown);
  const { focused } = state;
  useCommands('compare', {
    close: leaveComparison,
    'knock-out': sideBySide && ((_press, { imageId }) => imageId !== null && knockOut(imageId)),
    decide: state.out.length > 0 && (() => void decideComparison()),
    compare: () => sideBySide && void addNextCompared(),
    details: toggleComparedFacts,
    overlay: pair !== null && (() => setCompareMode(state.mode === 'overlay' ? 'side' : 'overlay')),
    difference: pair !== null && (() => setCompareMode(state.mode === 'difference' ? 'side' : 'difference')),
  });
  // Marks apply to the focused picture. In an overlay or a difference, no picture has the focus.
  useSubject('compare', () => (sideBySide && focused !== null ? pictureIn('compare', focused, descriptionOf(focused)?.task ?? null) : nothingIn('compare')));
  return (
    <>
      <CompareBar />
      {pair !== null && state.mode !== 'side' ? <OverlayStage pair={pair} mode={state.mode} /> : <PaneGrid ids={left(state)} focused={state.focused} factsOpen={factsShown} />}
    </>
  );
}
