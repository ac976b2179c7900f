import { useMemo, useState } from 'react';
import { mostPriceRows } from '../../../shared/money/price-table.ts';
import { readPriceCsv } from '../../../shared/money/price-csv.ts';
import type { AccountId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { Button } from '../../ui/button.tsx';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { useWords } from '../../words/words.ts';
import { changeMoney, type OwnPrice } from '../../stores/accounts/change-money.ts';
import { leaveByEscape } from '../../ui/leave-by-escape.ts';
import { ownPrices } from './price-actions.ts';
import { withImported } from './price-list.ts';
import styles from './prices.module.css';
import rowStyles from '../../ui/sheets/row.module.css';

interface PriceImportProps {
  readonly accountId: AccountId;
  readonly onClose: () => void;
}

/** The most errors that are listed. */
const mostListed = 50;

/** Reads prices from CSV, and shows what is wrong with it before anything is replaced. */
export function PriceImport({ accountId, onClose }: PriceImportProps) {
  const say = useWords();
  const [pasted, setPasted] = useState('');
  // The text of a file is not put into the field, because it may be long.
  const [file, setFile] = useState<string | null>(null);
  const text = file ?? pasted;
  const { prices, errors } = useMemo(() => (text.trim() === '' ? { prices: [], errors: [] } : readPriceCsv(text)), [text]);
  const own = ownPrices(accountId);
  const added = withImported(own, prices);
  const choose = async (): Promise<void> => {
    const answer = await notifyIfFailed(bridge.pricesChooseFile());
    if (answer.ok && answer.value) setFile(answer.value.text);
  };
  const take = async (rows: readonly OwnPrice[]): Promise<void> => {
    const count = prices.length;
    if (await changeMoney(accountId, { rows }, say('prices.did-import', { count }))) onClose();
  };
  return (
    <section {...leaveByEscape(onClose)} className={styles.import} aria-label={say('prices.import')}>
      <p className={styles.explained}>{say('prices.import-explained')}</p>
      <div className={rowStyles.wrap}>
        <Button onClick={() => void choose()}>{say('prices.choose-file')}</Button>
      </div>
      <TextArea
        code
        label={say('prices.paste')}
        rows={6}
        value={pasted}
        spellCheck={false}
        onValueChange={(typed) => {
          setPasted(typed);
          setFile(null);
        }}
      />
      <div role="status">
        {text.trim() !== '' && <p>{say('prices.found', { count: prices.length })}</p>}
        {errors.length > 0 && <p id="price-errors">{say('prices.found-errors', { count: errors.length })}</p>}
        {errors.length > 0 && (
          <ul className={styles.errors} aria-labelledby="price-errors">
            {errors.slice(0, mostListed).map((error) => (
              <li key={`${error.line} ${error.fault}`}>{say(`prices.csv.${error.fault}`, { line: error.line, text: error.text })}</li>
            ))}
            {errors.length > mostListed && <li>{say('prices.more-errors', { count: errors.length - mostListed })}</li>}
          </ul>
        )}
      </div>
      {own.length > 0 && prices.length > 0 && <p className={styles.explained}>{say('prices.import-add-hint')}</p>}
      <div className={rowStyles.wrap}>
        <span className={rowStyles.space} />
        <Button size="large" onClick={onClose}>
          {say('prices.back')}
        </Button>
        {own.length > 0 && (
          <Button size="large" variant="danger" disabled={prices.length === 0} onClick={() => void take(prices)}>
            {say('prices.import-replace', { count: own.length })}
          </Button>
        )}
        <Button size="large" variant="solid" disabled={prices.length === 0 || added.length > mostPriceRows} onClick={() => void take(added)}>
          {own.length > 0 ? say('prices.import-add') : say('prices.import-confirm', { count: prices.length })}
        </Button>
      </div>
    </section>
  );
}
