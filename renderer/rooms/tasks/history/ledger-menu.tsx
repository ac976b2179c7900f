import { FileDown } from 'lucide-react';
import { create } from 'zustand';
import type { Input } from '../../../../shared/ipc/schemas.ts';
import { bridge } from '../../../bridge.ts';
import { currentWords, useFormats, useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { notify, notifyIfFailed } from '../../../ui/toast.tsx';
import { useHistory } from '../../../stores/tasks/history-store.ts';

export const ledgerFormats = ['csv', 'json'] as const;

/** Outlives the page, because an export of a million submissions takes a while. */
const useExport = create<{ readonly busy: boolean }>(() => ({ busy: false }));

export async function exportLedger(input: Input<'ledger:export'>): Promise<void> {
  if (useExport.getState().busy) return;
  useExport.setState({ busy: true });
  const answer = await notifyIfFailed(bridge.ledgerExport(input));
  useExport.setState({ busy: false });
  if (answer.ok && answer.value.saved) notify(currentWords()('history.ledger.saved'));
}

/** Exports all submissions with their outcomes, or those that match, for bookkeeping and other programs. */
export function LedgerMenu() {
  const say = useWords();
  const { number } = useFormats();
  const busy = useExport((state) => state.busy);
  const { token, revision, length, counted, query } = useHistory((history) => history.shown);
  const words = say(busy ? 'history.ledger.busy' : 'history.ledger');
  const matching = query.search.trim() !== '' && counted && length > 0;
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<FileDown size={15} />} title={words} aria-label={words} disabled={busy}>
          <span data-label>{words}</span>
        </Button>
      }
    >
      {matching &&
        ledgerFormats.map((format) => (
          <MenuItem key={`matching ${format}`} onSelect={() => void exportLedger({ format, of: { token, revision, ranges: [[0, length]] } })}>
            {say(`history.ledger.matching-${format}`, { count: length, shown: number(length) })}
          </MenuItem>
        ))}
      {matching && <MenuSeparator />}
      {ledgerFormats.map((format) => (
        <MenuItem key={format} onSelect={() => void exportLedger({ format })}>
          {say(`history.ledger.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
