import { useRef } from 'react';
import { isInFlight, isToBeRepeated } from '../../../shared/task.ts';
import { useTasks } from '../../stores/tasks-store.ts';
import { Button } from '../../ui/button.tsx';
import type { Asked } from '../../ui/dialogs/ask.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useWords } from '../../words/words.ts';

interface KeepRunningQuestionProps extends Asked<boolean> {
  /** Whether there is an icon in the tray or the menu bar. */
  readonly hasIcon: boolean;
}

/** Explains what it means that Latent runs without its window, and asks whether it does. */
export function KeepRunningQuestion({ hasIcon, answer }: KeepRunningQuestionProps) {
  const say = useWords();
  // Enter quits nothing.
  const keeps = useRef<HTMLButtonElement>(null);
  const count = useTasks(({ tasks }) => [...tasks.values()].filter(({ task }) => isInFlight(task) || isToBeRepeated(task)).length);
  return (
    <Dialog
      initialFocus={keeps}
      title={say('keep-running.title')}
      description={say('keep-running.tasks', { count })}
      actions={
        <>
          <Button size="large" onClick={() => answer(false)}>
            {say('keep-running.quit')}
          </Button>
          <Button ref={keeps} size="large" variant="solid" onClick={() => answer(true)}>
            {say('keep-running.keep')}
          </Button>
        </>
      }
    >
      <p>{say(hasIcon ? 'keep-running.icon' : 'keep-running.no-icon')}</p>
    </Dialog>
  );
}
