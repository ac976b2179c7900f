import { Pause, Play } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useKeysOf } from '../../commands/registry.ts';
import { useApp } from '../../stores/app-store.ts';
import { Button } from '../../ui/button.tsx';
import { CostlyButton } from '../../ui/costly-button.tsx';
import { useFormats, useWords } from '../../words/words.ts';
import { expectedWords } from '../../parts/costs/cost-words.ts';
import { StoppedSending } from '../../parts/tasks/stopped-sending.tsx';
import { holdAll } from '../../stores/tasks/hold.ts';
import { isUnsent } from '../../../shared/money/waiting-money.ts';
import { usePriceOfUnsent } from '../../stores/tasks/unsent-price.ts';
import type { Tasks } from '../../stores/tasks-store.ts';
import { SelectionBar } from './task-selection-bar.tsx';
import styles from './section-bar.module.css';
import rowStyles from '../../ui/sheets/row.module.css';

interface WaitingBarProps {
  readonly tasks: Tasks;
  /** Whether rows are selected together. What stops sending stays in sight even so, and no row moves under the pointer. */
  readonly together: boolean;
  /** Whether the list below says that there is nothing. */
  readonly isEmpty: boolean;
}

/** How much is waiting, or what is selected, why nothing is sent with an account, and the button that holds or resumes the whole queue. */
export function WaitingBar({ tasks, together, isEmpty }: WaitingBarProps) {
  const keysOf = useKeysOf();
  const say = useWords();
  const formats = useFormats();
  const stopped = useApp(({ settings }) => settings.queueStopped);
  const unclear = useApp(({ accounts }) => accounts).filter(({ sendingStopped, removed }) => sendingStopped && !removed);
  // Number and price come from the same tasks, because main counts the progress of a batch at another moment.
  const unsent = useMemo(() => [...tasks.values()].filter(isUnsent), [tasks]);
  const price = usePriceOfUnsent(unsent);
  const { button, press } = useSwitch(stopped);
  return (
    <>
      {together ? (
        <SelectionBar name="waiting" />
      ) : (
        <div className={styles.bar}>
          {/* Not announced: while tasks are sent, it changes several times a second. */}
          <p className={styles.total}>
            {!isEmpty && say('queue.waiting', { count: unsent.length })}
            {price && ` · ${expectedWords(say, formats, price)}`}
          </p>
          {!stopped && (
            <Button keys={keysOf('hold-all', 'tasks')} icon={<Pause size={14} />} ref={button} onClick={() => press(true)}>
              {say('queue.hold-all')}
            </Button>
          )}
        </div>
      )}
      {unclear.map((account) => (
        <StoppedSending key={account.id} account={account} className={styles.stopped} />
      ))}
      {stopped && (
        <div className={styles.stopped} role="status">
          <Pause size={15} aria-hidden />
          <p className={rowStyles.words}>{say('queue.on-hold')}</p>
          <CostlyButton variant="solid" keys={keysOf('hold-all', 'tasks')} icon={<Play size={14} />} ref={button} onPress={() => press(false)}>
            {say('queue.resume-all')}
          </CostlyButton>
        </div>
      )}
    </>
  );
}

/** Each of the two buttons unmounts when it is pressed. The other one then gets the focus. */
function useSwitch(stopped: boolean) {
  const pressed = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (pressed.current) button.current?.focus();
    pressed.current = false;
  }, [stopped]);
  const press = (hold: boolean): void => {
    pressed.current = true;
    void holdAll(hold).then((changed) => {
      if (!changed) pressed.current = false;
    });
  };
  return { button, press };
}
