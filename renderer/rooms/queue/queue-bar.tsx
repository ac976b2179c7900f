import { Pause, Play } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { keysOf } from '../../commands/registry.ts';
import { useApp } from '../../stores/app-store.ts';
import { Button } from '../../ui/button.tsx';
import { CostlyButton } from '../../ui/costly-button.tsx';
import { useFormats, useWords } from '../../words/words.ts';
import { expectedWords } from '../../parts/costs/cost-words.ts';
import { StoppedSending } from '../../parts/tasks/stopped-sending.tsx';
import { holdAll } from '../../stores/queue/hold.ts';
import { isUnsent, usePriceOfUnsent } from '../../stores/queue/unsent-price.ts';
import type { Queue } from './list/queue-rows.ts';
import styles from './queue.module.css';

/** How much is waiting, why nothing is sent with an account, and the button that holds or resumes the whole queue. */
export function QueueBar({ queue: { units } }: { readonly queue: Queue }) {
  const say = useWords();
  const formats = useFormats();
  const stopped = useApp(({ settings }) => settings.queueStopped);
  const unclear = useApp(({ accounts }) => accounts).filter(({ sendingStopped, removed }) => sendingStopped && !removed);
  // Number and price come from the same tasks, because main counts the progress of a batch at another moment.
  const unsent = useMemo(() => units.flatMap((unit) => (unit.kind === 'batch' ? unit.of.tasks : [unit.entry])).filter(isUnsent), [units]);
  const price = usePriceOfUnsent(unsent);
  const { button, press } = useSwitch(stopped);
  return (
    <>
      <header className={styles.bar}>
        <h1 className={styles.title}>{say('queue.title')}</h1>
        {/* Not announced: while tasks are sent, it changes several times a second. */}
        <p className={styles.total}>
          {say('queue.waiting', { count: unsent.length })}
          {price && ` · ${expectedWords(say, formats, price)}`}
        </p>
        {!stopped && units.length > 0 && (
          <Button keys={keysOf('hold-all', 'queue')} icon={<Pause size={14} />} ref={button} onClick={() => press(true)}>
            {say('queue.hold-all')}
          </Button>
        )}
      </header>
      {unclear.map((account) => (
        <StoppedSending key={account.id} account={account} className={styles.stopped} />
      ))}
      {stopped && (
        <div className={styles.stopped} role="status">
          <Pause size={15} className={styles.icon} aria-hidden />
          <p className={styles.words}>{say('queue.on-hold')}</p>
          <CostlyButton variant="solid" keys={keysOf('hold-all', 'queue')} icon={<Play size={14} />} ref={button} onPress={() => press(false)}>
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
