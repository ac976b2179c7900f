import { CircleCheck, CircleHelp, CircleX, LoaderCircle } from 'lucide-react';
import type { AccountTest } from '../../../../shared/account.ts';
import { assertNever } from '../../../../shared/result.ts';
import { useWords } from '../../../words/words.ts';
import styles from './test-result.module.css';
import { unreachableWords } from './unreachable-words.ts';

/** The result of a test, which spends nothing. */
export function TestResult({ test }: { readonly test: AccountTest | 'running' }) {
  return (
    <p className={styles.result} role="status" data-outcome={test === 'running' ? test : test.outcome}>
      <OutcomeIcon test={test} />
      <OutcomeWords test={test} />
    </p>
  );
}

function OutcomeIcon({ test }: { readonly test: AccountTest | 'running' }) {
  const size = 15;
  if (test === 'running') return <LoaderCircle size={size} className={styles.turning} />;
  if (test.outcome === 'accepted') return <CircleCheck size={size} />;
  return test.outcome === 'unclear' ? <CircleHelp size={size} /> : <CircleX size={size} />;
}

function OutcomeWords({ test }: { readonly test: AccountTest | 'running' }) {
  const say = useWords();
  if (test === 'running') return <span>{say('settings.test.running')}</span>;
  switch (test.outcome) {
    case 'accepted':
      return <span>{say('settings.test.accepted')}</span>;
    case 'key-refused':
      return <span>{say('settings.test.key-refused', { status: String(test.httpStatus) })}</span>;
    case 'unreachable':
      return (
        <span>
          {say(unreachableWords(test.detail))}
          <span className={styles.detail}>{test.detail}</span>
        </span>
      );
    case 'unclear':
      return (
        <span>
          {test.httpStatus === null ? say('settings.test.unclear') : say('settings.test.unclear-status', { status: String(test.httpStatus) })}
          <span className={styles.detail}>{test.detail}</span>
        </span>
      );
    default:
      return assertNever(test);
  }
}
