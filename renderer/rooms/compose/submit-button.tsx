import type { Account } from '../../../shared/account.ts';
import { isKeyOf, useKeysOf } from '../../commands/registry.ts';
import { mostInBatch } from '../../../shared/input-limits.ts';
import type { Complaint } from '../../../shared/request/compose-checks.ts';
import { useReferences } from '../../stores/compose/compose-references.ts';
import { focusPrompt, useCompose } from '../../stores/compose/compose-store.ts';
import { submitCompose } from '../../stores/compose/send-compose.ts';
import { whyNotSent } from '../../stores/compose/why-not-sent.ts';
import { Button } from '../../ui/button.tsx';
import { useCostlyPress } from '../../ui/costly-press.ts';
import { useWords } from '../../words/words.ts';
import { useFormCount } from './choices/use-form-count.ts';
import styles from './compose-bar.module.css';
import { usePriceWords } from './price-note.tsx';
import { usePromptCount } from './prompt/use-template.ts';

/** While it cannot submit, it says why. */
export function SubmitButton({ account, complaint }: { readonly account: Account | null; readonly complaint: Complaint | null }) {
  const keysOf = useKeysOf();
  const say = useWords();
  const empty = useCompose(({ prompt }) => prompt.trim() === '');
  const references = useReferences();
  const prompts = usePromptCount();
  const { all, sent } = useFormCount();
  const count = all - sent;
  const price = usePriceWords();
  const why = whyNot();
  const costly = useCostlyPress(({ detail }) => {
    // The next text replaces the prompt. After a key press, the focus stays, because the key may still be held.
    if (detail > 0) focusPrompt();
    void submitCompose();
  }, null);
  return (
    <Button
      {...costly}
      variant="solid"
      size="large"
      aria-disabled={why !== null}
      title={why ?? undefined}
      aria-description={why ?? price?.full}
      keys={keysOf('submit', 'compose')}
      className={styles.submit}
      // The form has its own key.
      onKeyDown={(event) => isKeyOf('submit', 'compose', event) || costly.onKeyDown(event)}
    >
      {say('compose.submit', { count: complaint?.field === 'count' || count < 1 || all > mostInBatch ? 1 : count })}
    </Button>
  );

  /** The first reason counts. */
  function whyNot(): string | null {
    const hindered = whyNotSent({ account, complaint, isEmpty: empty, references });
    if (hindered !== null) return say(hindered.words, hindered.values);
    if (prompts === 0) return say('templates.not-ready');
    return all > mostInBatch ? say('templates.not-sent.too-many', { most: mostInBatch }) : null;
  }
}
