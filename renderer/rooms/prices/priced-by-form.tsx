import { useState, type FormEvent } from 'react';
import { mostPricedFields, type Account } from '../../../shared/account.ts';
import { isOwnField, longestFieldName } from '../../../shared/request/request-fields.ts';
import { changeMoney } from '../../stores/accounts/change-money.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useWords } from '../../words/words.ts';
import { leaveByEscape } from '../../ui/leave-by-escape.ts';
import styles from './prices.module.css';
import textStyles from '../../ui/sheets/text.module.css';
import rowStyles from '../../ui/sheets/row.module.css';

/** Which fields of a request change its price. */
export function PricedByForm({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const say = useWords();
  const by = account.options.pricedBy;
  const [pictures, setPictures] = useState(by.pictures ?? '');
  const [fields, setFields] = useState(by.fields.join(', '));
  const [references, setReferences] = useState(by.references);
  const names = [...new Set(fields.split(',').map((name) => name.trim()).filter((name) => name !== '' && name !== pictures.trim()))];
  const isWrong = (name: string): boolean => isOwnField(name) || name.length > longestFieldName;
  const wrong = names.find(isWrong) ?? null;
  const ready = !isWrong(pictures.trim()) && wrong === null && names.length <= mostPricedFields;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready) return;
    const pricedBy = { pictures: pictures.trim() || null, fields: names, references };
    if (await changeMoney(account.id, { options: { pricedBy } }, say('prices.depends.did', { account: account.name }))) onClose();
  };
  return (
    <form {...leaveByEscape(onClose)} className={styles.form} aria-label={say('prices.depends.title')} onSubmit={(event) => void submit(event)}>
      <h3>{say('prices.depends.title')}</h3>
      <div className={styles.fields}>
        <TextField
          label={say('prices.depends.pictures')}
          value={pictures}
          placeholder={say('prices.depends.none')}
          maxLength={longestFieldName}
          error={isWrong(pictures.trim()) ? say('prices.depends.wrong', { name: pictures.trim() }) : null}
          onValueChange={setPictures}
        />
        <TextField
          label={say('prices.depends.fields')}
          value={fields}
          placeholder={say('prices.depends.none')}
          error={wrong !== null ? say('prices.depends.wrong', { name: wrong }) : names.length > mostPricedFields ? say('prices.depends.too-many', { most: mostPricedFields }) : null}
          onValueChange={setFields}
        />
      </div>
      <div className={rowStyles.wrap}>
        <Checkbox checked={references} onCheckedChange={setReferences}>
          {say('prices.depends.references')}
        </Checkbox>
        <Button size="large" variant="solid" submits disabled={!ready}>
          {say('prices.save')}
        </Button>
        <Button size="large" onClick={onClose}>
          {say('app.cancel')}
        </Button>
      </div>
      <p className={textStyles.hint}>{say('prices.depends.hint')}</p>
    </form>
  );
}
