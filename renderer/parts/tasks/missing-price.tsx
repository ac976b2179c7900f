import type { ReactNode } from 'react';
import type { PricedRequest } from '../../../shared/money/price-fields.ts';
import type { AccountId } from '../../../shared/task.ts';
import { TextButton } from '../../ui/button.tsx';
import { useWords } from '../../words/words.ts';
import { ask } from '../../ui/dialogs/ask.ts';

interface MissingPriceProps {
  readonly accountId: AccountId;
  /** The request whose price is not known. */
  readonly request: PricedRequest;
  readonly className?: string | undefined;
  /** What is known of the price. */
  readonly children: ReactNode;
}

/** Says that a price is unknown, and opens the dialog where it can be entered. */
export function MissingPrice({ accountId, request, className, children }: MissingPriceProps) {
  const say = useWords();
  return (
    <TextButton className={className} title={say('money.enter-price')} onClick={() => void ask('prices', { accountId, request })}>
      {children}
    </TextButton>
  );
}
