import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ConsoleName } from '../../../shared/account.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { notifyError } from '../../ui/toast.tsx';
import styles from './console-link.module.css';

interface ConsoleLinkProps {
  readonly accountId: string;
  readonly which: ConsoleName;
  readonly children: ReactNode;
}

/** Opens a console of the account in the browser, and shows its whole address. Nothing where the account names none. */
export function ConsoleLink({ accountId, which, children }: ConsoleLinkProps) {
  const address = useApp(({ accounts }) => accounts.find(({ id }) => id === accountId)?.consoles[which] ?? null);
  if (address === null) return null;
  const open = async (): Promise<void> => {
    const answer = await bridge.accountsOpenConsole({ accountId, which });
    if (!answer.ok) notifyError(answer.error);
  };
  return (
    <p className={styles.line}>
      <button type="button" role="link" className={styles.link} onClick={() => void open()}>
        {children}
        <ExternalLink size={12} />
      </button>
      <span className={styles.address} dir="ltr">
        {address}
      </span>
    </p>
  );
}
