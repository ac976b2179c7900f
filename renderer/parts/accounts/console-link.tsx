import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ConsoleName } from '../../../shared/account.ts';
import type { TaskWithImages } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.ts';
import { classes } from '../../ui/classes.ts';
import colours from '../../ui/sheets/colour.module.css';
import textStyles from '../../ui/sheets/text.module.css';
import styles from './console-link.module.css';
import { reportTask } from '../tasks/task-report.ts';

interface ConsoleLinkProps {
  readonly accountId: string;
  readonly which: ConsoleName;
  readonly children: ReactNode;
}

/** Opens a console of the account in the browser, and shows its whole address. Renders nothing if the account has no such console. */
export function ConsoleLink({ accountId, which, children }: ConsoleLinkProps) {
  const address = useApp(({ accounts }) => accounts.find(({ id }) => id === accountId)?.consoles[which] ?? null);
  if (address === null) return null;
  return (
    <p className={styles.line}>
      <button type="button" role="link" className={styles.link} onClick={() => void notifyIfFailed(bridge.accountsOpenConsole({ accountId, which }))}>
        {children}
        <ExternalLink size={12} />
      </button>
      <span className={classes(textStyles.code, colours.faint)} dir="ltr">
        {address}
      </span>
    </p>
  );
}

/** Opens the console that a task's report refers to: the account's console for keys or for billing. Renders nothing if it refers to none. */
export function TaskConsole({ entry }: { readonly entry: TaskWithImages }) {
  const say = useWords();
  const { console: which } = reportTask(entry);
  return which && <ConsoleLink accountId={entry.task.accountId} which={which}>{say(`settings.console.open-${which}`)}</ConsoleLink>;
}
