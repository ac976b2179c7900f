import { Search } from 'lucide-react';
import { isKeyOf } from '../../commands/registry.ts';
import { useLayoutEffect, useId, useRef, type KeyboardEvent, type RefObject } from 'react';
import { readOlder } from '../../stores/prompts/found-prompts.ts';
import { choosePrompt, showList, usePromptsDialog, type PromptsTab } from '../../stores/prompts/prompts-dialog-store.ts';
import { removePrompt } from '../../stores/prompts/saved-prompts.ts';
import { insertAtCaret, takePrompt } from '../../stores/prompts/use-prompt.ts';
import { undoLatest } from '../../stores/undo.ts';
import box from '../../ui/fields/search-box.module.css';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { useWords } from '../../words/words.ts';
import { openForm, type Entry } from './prompt-entries.ts';
import { FolderBar } from './folder-bar.tsx';
import { PromptActions } from './prompt-actions.tsx';
import { optionId, PromptList } from './prompt-list.tsx';
import styles from './prompts.module.css';
import { useEntries } from './use-prompt-entries.ts';

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
    else if (!active) return false;
    else if (isKeyOf('use-prompt', 'prompts', event)) takePrompt(active.prompt);
    else if (isKeyOf('insert-prompt', 'prompts', event)) insertAtCaret(active.prompt.prompt);
    else if (isKeyOf('edit-prompt', 'prompts', event)) openForm(active);
    else if (isKeyOf('remove-prompt', 'prompts', event) && active.kind === 'saved' && (!isField || (moved.current && event.key === 'Delete' && isAtEnd(ref.current)))) remove(active);
    else return false;
    return true;
  }

  const remove = (entry: Entry): void => {
    if (entry.kind === 'saved') void removePrompt(entry.prompt);
  };

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
      <PromptActions entry={active} onRemove={remove} />
    </div>
  );
}

function isAtEnd(field: HTMLInputElement | null): boolean {
  return field !== null && field.selectionStart === field.value.length;
}
