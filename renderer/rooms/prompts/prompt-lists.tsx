import { Search } from 'lucide-react';
import { isKeyOf } from '../../commands/registry.ts';
import { useLayoutEffect, useId, useRef, type KeyboardEvent, type RefObject, useEffect, useMemo } from 'react';
import { readOlder, foundIn, searchHistory, usePastPrompts } from '../../stores/prompts/found-prompts.ts';
import { choosePrompt, showList, usePromptsDialog, type PromptsTab } from '../../stores/prompts/prompts-dialog-store.ts';
import { useSavedPrompts } from '../../stores/prompts/saved-prompts.ts';
import { undoLatest } from '../../stores/undo.ts';
import box from '../../ui/fields/search-box.module.css';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { useWords } from '../../words/words.ts';
import type { Entry } from './prompt-entries.ts';
import { FolderBar } from './folder-bar.tsx';
import { actOfKey, PromptActions } from './prompt-actions.tsx';
import { optionId, PromptList } from './prompt-list.tsx';
import styles from './prompts.module.css';
import { parseSearch } from '../../../shared/search/parse.ts';
import { today } from '../../stores/now.ts';

/** The number of rows that Page Up and Page Down move by. */
const far = 6;

/** Saved prompts and prompts of the history below one search. The arrow keys choose a prompt while the search keeps the focus. */
export function PromptLists({ ref }: { readonly ref: RefObject<HTMLInputElement | null> }) {
  const say = useWords();
  const list = useId();
  const { tab, search, folder, chosen } = usePromptsDialog();
  /** Whether the arrow keys chose a prompt since the person typed. Delete then means that prompt. */
  const moved = useRef(false);
  const { entries, reading, broken, inHistory } = useEntries(tab, search, folder);
  const at = Math.min(chosen, entries.length - 1);
  const active = entries[at] ?? null;

  // The focused control may be unmounted with the last prompt. Base UI would focus the dialog before an effect that runs later.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus();
  });

  const choose = (index: number): void => {
    moved.current = true;
    choosePrompt(Math.min(Math.max(index, 0), entries.length - 1));
    if (index >= entries.length - 1 && tab === 'history') void readOlder();
  };
  const show = (changed: Parameters<typeof showList>[0]): void => {
    moved.current = false;
    showList(changed);
  };
  const showTab = (next: PromptsTab): void => {
    show({ tab: next });
    // Focus the search, because the shortcuts on the buttons below work there.
    ref.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const isField = event.target === ref.current;
    if (isKeyOf('prompts-tab', 'prompts', event)) {
      event.preventDefault();
      return showTab(tab === 'saved' ? 'history' : 'saved');
    }
    if (isKeyOf('undo', 'everywhere', event) && !(isField && search !== '')) {
      event.preventDefault();
      return void undoLatest();
    }
    // Other controls keep their keys.
    if (!isField && !(event.target instanceof HTMLElement && event.target.role === 'listbox')) return;
    if (takesKey(event, isField)) event.preventDefault();
    else if (!isField && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) ref.current?.focus();
  };

  function takesKey(event: KeyboardEvent<HTMLElement>, isField: boolean): boolean {
    if (isKeyOf('move', 'prompts', event)) choose(at + (event.key === 'ArrowDown' ? 1 : -1));
    else if (event.key === 'PageDown' || event.key === 'PageUp') choose(at + (event.key === 'PageDown' ? far : -far));
    else if (!isField && (event.key === 'Home' || event.key === 'End')) choose(event.key === 'Home' ? 0 : entries.length - 1);
    else {
      const act = actOfKey(active, event);
      if (!act || (isField && isKeyOf('remove-prompt', 'prompts', event) && !meansPrompt(event))) return false;
      void act.run();
    }
    return true;
  }

  /** Whether the key that deletes in the search field means the chosen prompt instead of the text. */
  const meansPrompt = ({ key }: KeyboardEvent): boolean => moved.current && key === 'Delete' && isAtEnd(ref.current);

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- for the keys of the search field and of the list
    <div className={styles.lists} onKeyDown={onKeyDown}>
      <div className={styles.top}>
        <div className={styles.search} role="search">
          <Search size={15} aria-hidden />
          <input
            ref={ref}
            className={box.input}
            role="combobox"
            aria-label={say('prompts.search')}
            aria-expanded={entries.length > 0}
            aria-controls={list}
            aria-activedescendant={active ? optionId(list, at) : undefined}
            aria-autocomplete="list"
            placeholder={say('prompts.search')}
            value={search}
            maxLength={1000}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => show({ search: currentTarget.value })}
          />
        </div>
        <SegmentedControl
          label={say('prompts.tabs')}
          value={tab}
          onValueChange={showTab}
          options={[
            { value: 'saved', name: say('prompts.tab.saved') },
            { value: 'history', name: say('prompts.tab.history') },
          ]}
        />
      </div>
      <div className={styles.middle}>
        {tab === 'saved' && <FolderBar folder={folder} onChoose={(next) => show({ folder: next })} />}
        <PromptList
          id={list}
          tab={tab}
          entries={entries}
          at={at}
          search={search}
          isWhole={search.trim() === '' && (tab === 'history' || folder === null)}
          reading={reading}
          broken={broken}
          onChoose={choose}
          onHistory={inHistory ? () => showTab('history') : null}
        />
      </div>
      <PromptActions entry={active} />
    </div>
  );
}

function isAtEnd(field: HTMLInputElement | null): boolean {
  return field !== null && field.selectionStart === field.value.length;
}

/** Enough rows to fill the list in a large window. */
const screenful = 30;

interface Entries {
  readonly entries: readonly Entry[];
  /** Whether the other rows are not loaded yet. */
  readonly reading: boolean;
  /** Whether the search has a filter that cannot be read. */
  readonly broken: boolean;
  /** Whether no saved prompt matches, but some in the history do. */
  readonly inHistory: boolean;
}

/** The rows of the chosen list that match a search. */
function useEntries(tab: PromptsTab, search: string, folder: string | null): Entries {
  const saved = useSavedPrompts(({ prompts }) => prompts);
  const past = usePastPrompts();
  const ofHistory = tab === 'history';
  const { prompts, next, reading } = past;
  useEffect(() => {
    if (ofHistory && !reading && next !== null && prompts.length < screenful) void readOlder();
  }, [ofHistory, reading, next, prompts]);
  const entries = useMemo(
    (): readonly Entry[] =>
      ofHistory ? prompts.map((prompt) => ({ kind: 'past', prompt })) : foundIn(saved ?? [], search, folder).map((prompt) => ({ kind: 'saved', prompt })),
    [ofHistory, prompts, saved, search, folder],
  );
  const asksHistory = ofHistory || (saved !== null && entries.length === 0 && search.trim() !== '');
  useEffect(() => {
    if (asksHistory) void searchHistory(search);
  }, [asksHistory, search]);
  const broken = useMemo(() => ofHistory && parseSearch(search, today()).pending.length > 0, [ofHistory, search]);
  const inHistory = !ofHistory && asksHistory && past.search === search && prompts.length > 0 && !reading;
  return { entries, reading: ofHistory ? reading || past.search !== search : saved === null, broken, inHistory };
}
