import { CircleCheck, CircleHelp, CircleX, LoaderCircle } from 'lucide-react';
import type { AccountTest, LastTest } from '../../../../shared/account.ts';
import { answersUnencrypted, answersUnreadably, connectionTrouble } from '../../../../shared/network/connection-trouble.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { useTextOverTime } from '../../../stores/now.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import styles from './accounts.module.css';

const icons = { running: LoaderCircle, accepted: CircleCheck, 'key-refused': CircleX, unreachable: CircleX, unclear: CircleHelp } as const;

/** The result of a test, which spends nothing. */
export function TestResult({ test, when }: { readonly test: AccountTest | 'running'; readonly when?: string }) {
  const say = useWords();
  const outcome = test === 'running' ? test : test.outcome;
  const Icon = icons[outcome];
  return (
    <p className={styles.result} role="status" data-outcome={outcome}>
      <Icon size={15} />
      <span>
        {testWords(say, test)}
        {when !== undefined && <span className={styles.detail}>{when}</span>}
        {typeof test === 'object' && 'detail' in test && test.detail !== '' && <span className={styles.detail}>{shownDetail(say, test)}</span>}
      </span>
    </p>
  );
}

/** The result of the last test, and how long ago it was. */
export function LastTestResult({ last }: { readonly last: LastTest }) {
  const say = useWords();
  const { age } = useFormats();
  const ago = useTextOverTime((now) => age(last.at, now));
  return <TestResult test={last.test} when={say('settings.test.when', { ago: ago ?? '' })} />;
}

/** The code of a failed connection, or the words of what answered. */
function shownDetail(say: Words, test: Extract<AccountTest, { outcome: 'unreachable' | 'unclear' | 'key-refused' }>): string {
  return test.outcome === 'unreachable' ? test.detail : say('settings.test.said', { words: test.detail ?? '' });
}

export function testWords(say: Words, test: AccountTest | 'running'): string {
  if (test === 'running') return say('settings.test.running');
  switch (test.outcome) {
    case 'accepted':
      return say('settings.test.accepted');
    case 'key-refused':
      return say('settings.test.key-refused', { status: String(test.httpStatus) });
    case 'unreachable':
      return say(unreachableWords(test.detail));
    case 'unclear':
      return unclearWords(say, test);
  }
}

function unclearWords(say: Words, { httpStatus, seen }: Extract<AccountTest, { outcome: 'unclear' }>): string {
  const status = String(httpStatus);
  if (seen.kind !== 'redirect') return say(httpStatus === 429 ? 'settings.test.busy' : `settings.test.${seen.kind}`, { status });
  if (seen.location === null) return say('settings.test.redirect-nowhere', { status });
  const led = say('settings.test.redirect', { status, location: seen.location });
  return seen.base === null ? led : `${led} ${say('settings.test.redirect-base', { base: seen.base })}`;
}

/** Why a test did not reach the service, by the code of the failure. */
export function unreachableWords(code: string) {
  if (code === 'PROXY_UNSUPPORTED') return 'settings.test.proxy-unsupported';
  if (answersUnencrypted(code)) return 'settings.test.unencrypted';
  if (answersUnreadably(code)) return 'settings.test.not-http';
  const trouble = connectionTrouble(code);
  return `settings.test.${trouble === 'network' ? 'unreachable' : trouble}` as const;
}
