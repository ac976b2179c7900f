import { CircleAlert, FilePlus2 } from 'lucide-react';
import { useKeysOf } from '../../../commands/registry.ts';
import type { RefObject } from 'react';
import { chipsOf, type SearchChip } from '../../../../shared/search/field/chips.ts';
import { statusesOf, statusGroups, type StatusGroup } from '../../../../shared/search/statuses.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import { CostOfView } from '../../../parts/costs/task-costs.tsx';
import { FilterChips } from '../../../parts/search/filter-chips.tsx';
import { SearchField } from '../../../parts/search/search-field.tsx';
import { useBrokenFilters, useMistypedFilters, useSearchQuery } from '../../../parts/search/search-query.ts';
import styles from './history-bar.module.css';
import rowStyles from '../../../ui/sheets/row.module.css';
import { useHistory } from '../../../stores/tasks/history-store.ts';
import { setSearch } from '../../../stores/tasks/history-view.ts';
import { LedgerMenu } from './ledger-menu.tsx';
import { ask } from '../../../ui/dialogs/ask.ts';
import { SelectionBar } from '../task-selection-bar.tsx';
import { groupsOf, splitSearch, toggledGroup, withGroups } from './status-groups.ts';

interface HistoryBarProps {
  readonly searchField: RefObject<HTMLInputElement | null>;
  /** Moves from the search field down into the rows. */
  readonly onLeaveDown: () => void;
}

/** Search, filters, the number of rows or what can be done with the selected ones, and a button to adopt a task from elsewhere. */
export function HistoryBar({ searchField, onLeaveDown }: HistoryBarProps) {
  const keysOf = useKeysOf();
  const say = useWords();
  const [groups, text] = splitSearch(useHistory((history) => history.search));
  const caret = useHistory((history) => history.caret);
  const selecting = useHistory((history) => history.marked.length > 0);
  return (
    <header className={styles.bar}>
      <div className={styles.row}>
        <SearchField
          ref={searchField}
          label={say('history.search')}
          keys={keysOf('search', 'tasks')}
          value={text}
          caret={caret === null ? null : caret - groups.length}
          onValueChange={(typed, at) => setSearch(groups + typed, at === null ? null : groups.length + at)}
          view="history"
          onLeaveDown={onLeaveDown}
        />
        <div className={styles.tools}>
          <LedgerMenu />
          <Button icon={<FilePlus2 size={15} />} title={say('history.adopt')} aria-label={say('history.adopt')} onClick={() => void ask('watch-task')}>
            <span data-label>{say('history.adopt')}</span>
          </Button>
        </div>
      </div>
      {selecting ? <SelectionBar name="history" /> : <Filters />}
    </header>
  );
}

function Filters() {
  const say = useWords();
  const search = useHistory((history) => history.search);
  const caret = useHistory((history) => history.caret);
  const broken = useBrokenFilters(search, caret);
  const mistyped = useMistypedFilters(search, caret);
  const on = groupsOf(search);
  const chips = chipsOf(useSearchQuery(search)).filter((chip) => !isShownByGroups(chip, on));
  return (
    <div className={styles.row}>
      <div className={styles.chips} role="group" aria-label={say('history.filter')}>
        <button type="button" className={styles.chip} aria-pressed={on.length === 0} onClick={() => setSearch(withGroups(search, []))}>
          {say('history.filter.all')}
        </button>
        {statusGroups.map((group) => (
          <button key={group} type="button" className={styles.chip} aria-pressed={on.includes(group)} onClick={() => setSearch(toggledGroup(search, group))}>
            {say(`history.filter.${group}`)}
          </button>
        ))}
        <FilterChips chips={chips} broken={broken} mistyped={mistyped} search={search} onSearchChange={setSearch} />
      </div>
      <span className={styles.space} />
      <Cost />
      <Total />
    </div>
  );
}

/** Whether the pressed buttons already show this filter. */
function isShownByGroups({ key, negated, alternative, parts }: SearchChip, on: readonly StatusGroup[]): boolean {
  const shown: ReadonlySet<string> = new Set(on.flatMap((group) => [group, ...statusesOf(group)]));
  return key === 'status' && !negated && !alternative && parts.every((part) => part.kind === 'word' && shown.has(part.word));
}

function Cost() {
  const { token, revision, counted, length } = useHistory((history) => history.shown);
  return (
    counted && length > 0 && (
      <span className={styles.total}>
        <CostOfView kind="history" token={token} revision={revision} />
      </span>
    )
  );
}

function Total() {
  const say = useWords();
  const { number } = useFormats();
  const { length, counted, query } = useHistory((history) => history.shown);
  const stale = useHistory((history) => history.stale);
  const sort = useHistory((history) => history.sort);
  const sorting = stale && (sort.by !== query.sort.by || sort.descending !== query.sort.descending);
  const matching = query.search.trim() !== '';
  const words = (): string => {
    if (sorting) return say('history.sorting');
    if (!counted) return say(stale ? 'history.searching' : 'history.counting');
    return say(matching ? 'history.matching' : 'history.total', { count: length, shown: number(length) });
  };
  return (
    <p className={styles.total} role="status" data-stale={(stale && !sorting) || undefined}>
      {words()}
    </p>
  );
}

export interface Undecided {
  readonly count: number;
  /** How many of them are not of the practice service. */
  readonly paid: number;
}

/** Says how many tasks have an unknown outcome, and whether they may have cost money. Shown above the list, whatever the list shows. */
export function UnknownStrip({ count, paid }: Undecided) {
  const say = useWords();
  const search = useHistory((history) => history.search);
  const only = search.trim() === withGroups('', ['unknown']).trim();
  const toggle = (): void => setSearch(only ? '' : withGroups('', ['unknown']));
  return (
    <div className={styles.unknown} role="status">
      <CircleAlert size={15} />
      <p className={rowStyles.words}>{say('history.undecided', { count, paid, which: paid === 0 ? 'none' : paid === count ? 'all' : 'some', filtered: search.trim() === '' ? 'no' : 'yes' })}</p>
      <Button size="small" variant="quiet" onClick={toggle}>
        {only ? say('history.undecided-all') : say('history.undecided-only', { count })}
      </Button>
    </div>
  );
}
