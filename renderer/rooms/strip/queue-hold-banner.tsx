import { Pause } from 'lucide-react';
import { useApp } from '../../stores/app-store.ts';
import { focusPrompt } from '../../stores/compose/compose-store.ts';
import { holdAll } from '../../stores/queue/hold.ts';
import { useWords } from '../../words/words.ts';
import { CostlyButton } from '../../ui/costly-button.tsx';
import styles from './queue-hold-banner.module.css';

/** Says, near the prompt, that the whole queue is on hold. */
export function QueueHoldBanner() {
  const say = useWords();
  const stopped = useApp(({ settings }) => settings.queueStopped);
  if (!stopped) return null;
  const resume = (): void => {
    // The button disappears, so move the focus first. It returns there after a question, too.
    focusPrompt();
    void holdAll(false);
  };
  return (
    <div className={styles.held} role="status">
      <Pause size={14} className={styles.icon} aria-hidden />
      <p className={styles.words}>{say('queue.on-hold')}</p>
      <CostlyButton size="small" onPress={resume}>
        {say('queue.resume-all')}
      </CostlyButton>
    </div>
  );
}
