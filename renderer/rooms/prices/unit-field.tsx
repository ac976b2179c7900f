import { useState } from 'react';
import type { Account } from '../../../shared/account.ts';
import { longestUnit } from '../../../shared/account.ts';
import { changeMoney } from '../../stores/accounts/change-money.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useWords } from '../../words/words.ts';
import styles from './prices-dialog.module.css';

/** The unit of an account's amounts. Leaving the field saves it. */
export function UnitField({ account }: { readonly account: Account }) {
  const say = useWords();
  const [typed, setTyped] = useState(account.options.unit);
  const unit = /^[a-z]{3}$/.test(typed.trim()) ? typed.trim().toUpperCase() : typed.trim();
  const keep = (): void => {
    if (unit === '') setTyped(account.options.unit);
    else if (unit !== account.options.unit) void changeMoney(account.id, { options: { unit } }, say('prices.did-unit', { unit }));
  };
  return (
    <div className={styles.unit} onBlur={keep}>
      <TextField
        label={say('prices.unit')}
        value={typed}
        onValueChange={setTyped}
        hint={say('prices.unit-hint')}
        error={unit === '' ? say('prices.unit-wrong') : null}
        maxLength={longestUnit}
        onKeyDown={({ key }) => key === 'Enter' && keep()}
      />
    </div>
  );
}
