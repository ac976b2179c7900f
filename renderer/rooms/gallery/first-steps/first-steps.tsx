import { X } from 'lucide-react';
import { useEffect, useId, useRef, type FocusEvent, type ReactNode } from 'react';
import { firstSteps, type FirstStep } from '../../../../shared/windows/view-memory.ts';
import { endFirstSteps, leaveFirstStep, useFirstSteps } from '../../../stores/first-steps-store.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { goToFallback } from '../../../ui/focus-fallback.ts';
import { useKeptFocus } from '../../../ui/kept-focus.ts';
import { leaveByEscape } from '../../../ui/leave-by-escape.ts';
import { useWords } from '../../../words/words.ts';
import { FolderStep } from './folder-step.tsx';
import styles from './first-steps.module.css';
import { TryStep } from './try-step.tsx';
import { WriteStep } from './write-step.tsx';

/** A step that is shown. */
type ShownStep = Exclude<FirstStep, 'ended'>;

const contents: Readonly<Record<ShownStep, () => ReactNode>> = { try: TryStep, folder: FolderStep, write: WriteStep };

/**
 * What a new profile begins with, above the sheet. It covers nothing, takes no focus by itself, and each step may be skipped. It keeps its place when the first picture
 * arrives below it.
 */
export function FirstSteps() {
  const step = useFirstSteps((state) => state.step);
  return step === 'ended' ? null : <Steps step={step} />;
}

function Steps({ step }: { readonly step: ShownStep }) {
  const say = useWords();
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const kept = useKeptFocus(card, goToFallback);
  const shown = useRef(step);
  /** Whether the focus was in the card. What was pressed goes away with its step. */
  const hadFocus = useRef(false);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // The last step has asked for the focus of the prompt.
    if (hadFocus.current && step !== 'write') title.current?.focus({ preventScroll: true });
  }, [step]);
  const handlers = {
    onFocus(event: FocusEvent) {
      hadFocus.current = true;
      kept.onFocus(event);
    },
    onBlur(event: FocusEvent) {
      // Null: what had it was removed.
      if (event.relatedTarget !== null) hadFocus.current = false;
      kept.onBlur(event);
    },
    ...leaveByEscape(endFirstSteps),
  };
  const Content = contents[step];
  return (
    <section
      {...handlers}
      ref={card}
      className={styles.card}
      aria-labelledby={titleId}
      data-first-step={step}
    >
      <div className={styles.head}>
        <div className={styles.titles}>
          <p className={styles.at}>{say('first.at', { step: firstSteps.indexOf(step) + 1, steps: firstSteps.length - 1 })}</p>
          <h2 ref={title} id={titleId} tabIndex={-1} className={styles.title}>
            {say(`first.${step}.title`)}
          </h2>
        </div>
        <Button size="small" variant="quiet" onClick={() => leaveFirstStep(step)}>
          {say(step === 'write' ? 'first.write.done' : 'first.skip')}
        </Button>
        <IconButton size="small" label={say('first.close')} onClick={endFirstSteps}>
          <X size={14} />
        </IconButton>
      </div>
      <Content />
    </section>
  );
}
