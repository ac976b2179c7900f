import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { PastPrompt } from '../../../shared/prompts/saved-prompt.ts';
import { bridge } from '../../bridge.ts';
import { useListed } from '../../stores/library/albums-store.ts';
import { refreshLibraryWords, useLibraryWords } from '../../stores/library/known-tags-and-folders.ts';
import { foundIn } from '../../stores/prompts/found-prompts.ts';
import { readSavedPrompts, useSavedPrompts } from '../../stores/prompts/saved-prompts.ts';
import type { Asked } from '../../ui/dialogs/ask.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import popup from '../../ui/popup.module.css';
import { KeyHint } from '../../ui/shortcuts/kbd.tsx';
import { useWords } from '../../words/words.ts';
import { settingEntries } from '../../parts/settings/setting-entries.ts';
import { commandEntries, placeEntries, promptEntries, recentTasks, tagEntries, taskEntry, type PaletteEntry } from './palette-entries.ts';
import { rememberEntry, useRecentEntries } from './recent-entries.ts';
import styles from './palette.module.css';
import { found, mostOfGroup } from '../../parts/search/rank-entries.ts';

interface PaletteProps extends Asked {
  /** What the field begins with. */
  readonly search: string;
}

/** One field over everything that the window can do or show. Enter takes the first result, and buys nothing. */
export function PaletteDialog({ search: initial, close }: PaletteProps) {
  const say = useWords();
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState(initial);
  const highlighted = useRef<PaletteEntry | undefined>(undefined);
  const groups = useFound(search);
  const take = (entry: PaletteEntry): void => {
    close();
    rememberEntry(entry);
    entry.run();
  };
  return (
    <Dialog title={say('palette.open')} broad initialFocus={field}>
      {/* For Enter that was pressed before the field was there. Beside the field, so that a click outside still closes the dialog. */}
      <form
        id={form}
        hidden
        onSubmit={(event) => {
          event.preventDefault();
          const first = highlighted.current ?? groups[0]?.items[0];
          if (first) take(first);
        }}
      />
      <Autocomplete.Root inline open mode="none" autoHighlight="always" items={groups} value={search} onValueChange={setSearch} onItemHighlighted={(entry) => (highlighted.current = entry)}>
        <div className={styles.field}>
          <Search size={16} aria-hidden className={styles.glass} />
          <Autocomplete.Input ref={field} form={form} className={styles.input} aria-label={say('palette.field')} placeholder={say('palette.field')} maxLength={200} spellCheck={false} />
        </div>
        <p role="status" className={styles.nothing}>
          {groups.length === 0 && say('palette.nothing')}
        </p>
        <Autocomplete.List className={styles.list} aria-label={say('palette.found')} tabIndex={-1}>
          {groups.map(({ group, items }) => (
            <Autocomplete.Group key={group} items={items}>
              <Autocomplete.GroupLabel className={popup.groupLabel}>{say(`palette.${group}`)}</Autocomplete.GroupLabel>
              {items.map((entry) => (
                <Autocomplete.Item key={entry.key} value={entry} className={popup.item} onClick={() => take(entry)}>
                  <span className={styles.icon} aria-hidden>
                    {entry.icon && <entry.icon size={15} />}
                  </span>
                  <span className={popup.itemCut}>{entry.text}</span>
                  {entry.hint !== undefined && <span className={popup.itemHint}>{entry.hint}</span>}
                  {entry.chords && <KeyHint keys={entry.chords} />}
                </Autocomplete.Item>
              ))}
            </Autocomplete.Group>
          ))}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  );
}

/** What a search finds, by group. */
function useFound(search: string) {
  const say = useWords();
  const listed = useListed();
  const tags = useLibraryWords((known) => known.tags);
  const saved = useSavedPrompts((known) => known.prompts);
  const recent = useRecentEntries((state) => state.keys);
  const past = usePastPromptsFor(search);
  useEffect(() => void Promise.all([refreshLibraryWords(), readSavedPrompts()]), []);
  // What applies does not change while the palette covers the window.
  const fixed = useMemo((): readonly PaletteEntry[] => [...commandEntries(say), ...settingEntries(say)], [say]);
  const ofTags = useMemo(() => tagEntries(tags), [tags]);
  return useMemo(() => {
    const isEmpty = search.trim() === '';
    // Without a search, the saved prompts and the tasks that were used recently are among the entries, too.
    const prompts = isEmpty ? promptEntries(say, saved ?? [], [], '') : promptEntries(say, foundIn(saved ?? [], search, null).slice(0, mostOfGroup), past, search);
    const tasks = isEmpty ? recentTasks(say, recent) : taskEntry(say, search);
    return found([...fixed, ...placeEntries(say, listed), ...ofTags, ...prompts, ...tasks], search, recent);
  }, [say, fixed, listed, ofTags, saved, past, search, recent]);
}

const none: readonly PastPrompt[] = [];

/** The latest prompts of the history that match. Main reads for some 40 ms at most, and answers only the latest search. */
function usePastPromptsFor(search: string): readonly PastPrompt[] {
  const [answer, setAnswer] = useState<{ readonly search: string; readonly prompts: readonly PastPrompt[] }>({ search: '', prompts: none });
  const wanted = search.trim();
  useEffect(() => {
    if (wanted === '') return;
    let isWanted = true;
    void bridge.promptsHistory({ search: wanted, from: 0 }).then((read) => {
      if (isWanted && read.ok && read.value !== null) setAnswer({ search: wanted, prompts: read.value.prompts.slice(0, mostOfGroup) });
    });
    return () => void (isWanted = false);
  }, [wanted]);
  // Those of the search before stay until main answers, so that the list does not flicker.
  return wanted === '' ? none : answer.prompts;
}
