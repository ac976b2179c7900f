import { ChevronRight } from 'lucide-react';
import { useId, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import type { Image, Task } from '../../../shared/task.ts';
import { errorWords, useWords } from '../../words/words.ts';
import { LastAnswer } from './last-answer.tsx';
import { ImportedFacts, TaskFacts } from './task-facts.tsx';
import styles from './task-facts.module.css';
import textStyles from '../../ui/sheets/text.module.css';
import { useTaskDetail } from './use-task-detail.ts';

/** Whether the section is open, for all pictures and tasks, until the window is closed. */
const useTechnical = create<{ readonly open: boolean }>(() => ({ open: false }));

interface TechnicalDetailsProps {
  readonly task: Task;
  readonly image?: Image;
}

/** Details that few people need, folded until the person opens them. */
export function TechnicalDetails({ task, image }: TechnicalDetailsProps) {
  const say = useWords();
  const open = useTechnical((state) => state.open);
  const { detail, error } = useTaskDetail(open ? task.id : null);
  const content = useId();
  const section = useRef<HTMLElement>(null);
  const wasOpen = useRef(open);
  useLayoutEffect(() => {
    if (open && !wasOpen.current) section.current?.scrollIntoView({ block: 'nearest' });
    wasOpen.current = open;
  }, [open]);
  return (
    <section ref={section} className={styles.technical}>
      <button type="button" className={styles.toggle} aria-expanded={open} aria-controls={content} onClick={() => useTechnical.setState({ open: !open })}>
        <ChevronRight size={14} className={styles.chevron} />
        {say('tasks.technical')}
      </button>
      <div id={content} className={styles.content} hidden={!open}>
        {open && (task.imported === null ? <TaskFacts task={task} image={image} /> : <ImportedFacts task={task} image={image} />)}
        {open && error && <p className={textStyles.hint}>{errorWords(say, error)}</p>}
        {open && !error && detail?.task.imported === null && <LastAnswer answer={detail.lastAnswer} />}
      </div>
    </section>
  );
}
