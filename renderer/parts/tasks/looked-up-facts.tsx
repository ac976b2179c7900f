import { isFree, unitOf } from '../../../shared/account.ts';
import type { FoundTask, LookedUp } from '../../../shared/looked-up.ts';
import type { AccountId } from '../../../shared/task.ts';
import { useApp } from '../../stores/app-store.ts';
import { amountWords } from '../../../shared/words/amounts.ts';
import { useFormats, useWords } from '../../words/words.ts';
import styles from './looked-up-facts.module.css';
import textStyles from '../../ui/sheets/text.module.css';
import factsStyles from '../../ui/sheets/facts.module.css';
import columnStyles from '../../ui/sheets/column.module.css';
import { Said } from './task-message.tsx';

interface LookedUpFactsProps {
  readonly of: LookedUp;
  readonly accountId: AccountId;
}

/** What the service says of an id that a person entered, so that they can see whether it is the right one. */
export function LookedUpFacts({ of: found, accountId }: LookedUpFactsProps) {
  const say = useWords();
  const { said } = found;
  const spoke = said.message !== null || said.code !== null || said.httpStatus !== null;
  return (
    <section className={columnStyles.column} role="status">
      {found.kind === 'found' ? (
        <Facts of={found} accountId={accountId} />
      ) : (
        <p>
          {say(`tasks.trouble.${found.trouble}`)}. {say('tasks.look-up.not-shown')}
        </p>
      )}
      {spoke && <Said said={said} />}
    </section>
  );
}

function Facts({ of: { status, facts, prompt, createdAt, pictures }, accountId }: { readonly of: FoundTask; readonly accountId: AccountId }) {
  const say = useWords();
  const formats = useFormats();
  const unit = useApp(({ accounts }) => unitOf(accounts, accountId));
  const rows = [
    ['status', say('tasks.look-up.status', { status })],
    ['prompt', prompt],
    ['model', facts.model],
    ['created', createdAt === null ? null : formats.exactTime(createdAt)],
    ['pictures', status === 'completed' ? formats.number(pictures) : null],
    ['cost', facts.credits === null || isFree(accountId) ? null : amountWords(say, formats, facts.credits, unit)],
  ] as const;
  return (
    <>
      <p>{say('tasks.look-up.found')}</p>
      <dl className={factsStyles.facts}>
        {rows.map(
          ([name, value]) =>
            value !== null && (
              <div key={name} className={styles.fact}>
                <dt>{say(`tasks.look-up.fact.${name}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {prompt === null && <p className={textStyles.hint}>{say('tasks.look-up.no-prompt')}</p>}
    </>
  );
}
