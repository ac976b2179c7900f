import type { ReactNode } from 'react';
import type { PricedRequest } from '../../../shared/money/price-fields.ts';
import type { AccountId } from '../../../shared/task.ts';
import { askMoney } from '../../stores/accounts/money-question.ts';
import { TextButton } from '../../ui/button.tsx';
import { useWords } from '../../words/words.ts';

interface MissingPriceProps {
  readonly accountId: AccountId;
  /** The request whose price is not known. */
  readonly request: PricedRequest;
  readonly className?: string | undefined;
  /** What is known of the price. */
  readonly children: ReactNode;
  /** Called before the dialog of the prices opens. */
  readonly onOpen?: () => void;
}

/** Says that a price is unknown, and opens the dialog where it can be entered. */
export function MissingPrice({ accountId, request, className, children, onOpen }: MissingPriceProps) {
  const say = useWords();
  const open = (): void => {
    onOpen?.();
    askMoney({ kind: 'prices', accountId, request });
  };
  return (
    <TextButton className={className} title={say('money.enter-price')} onClick={open}>
      {children}
    </TextButton>
  );
}
