import { CircleCheck, CircleHelp, CircleX, LoaderCircle } from 'lucide-react';
import type { AccountTest } from '../../../../shared/account.ts';
import { connectionTrouble } from '../../../../shared/network/connection-trouble.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { useWords } from '../../../words/words.ts';
import styles from './test-result.module.css';

const icons = { running: LoaderCircle, accepted: CircleCheck, 'key-refused': CircleX, unreachable: CircleX, unclear: CircleHelp } as const;

/** The result of a test, which spends nothing. */
export function TestResult({ test }: { readonly test: AccountTest | 'running' }) {
  const say = useWords();
  const outcome = test === 'running' ? test : test.outcome;
  const Icon = icons[outcome];
  return (
    <p className={styles.result} role="status" data-outcome={outcome}>
      <Icon size={15} />
      <span>
        {testWords(say, test)}
        {typeof test === 'object' && 'detail' in test && <span className={styles.detail}>{test.detail}</span>}
      </span>
    </p>
  );
}

function testWords(say: Words, test: AccountTest | 'running'): string {
  if (test === 'running') return say('settings.test.running');
  switch (test.outcome) {
    case 'accepted':
      return say('settings.test.accepted');
    case 'key-refused':
      return say('settings.test.key-refused', { status: String(test.httpStatus) });
    case 'unreachable':
      return say(unreachableWords(test.detail));
    case 'unclear':
      return test.httpStatus === null ? say('settings.test.unclear') : say('settings.test.unclear-status', { status: String(test.httpStatus) });
  }
}

/** Why a test did not reach the service, by the code of the failure. */
export function unreachableWords(code: string) {
  if (code === 'PROXY_UNSUPPORTED') return 'settings.test.proxy-unsupported';
  const trouble = connectionTrouble(code);
  return `settings.test.${trouble === 'network' ? 'unreachable' : trouble}` as const;
}
