import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { matchesName } from '../../../shared/search/text/match-name.ts';
import type { TagCount } from '../../../shared/library/marks.ts';
import { retag } from '../../parts/marks/mark-actions.ts';
import { renameTags } from '../../parts/marks/rename-tags.ts';
import { refreshLibraryWords, useLibraryWords } from '../../stores/library/known-tags-and-folders.ts';
import { showTagged } from '../../parts/albums/places.ts';
import { enterResults } from '../../stores/selection/enter-results.ts';
import { Button } from '../../ui/button.tsx';
import { dismiss } from '../../ui/dialogs/ask.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useWords } from '../../words/words.ts';
import { TagCloud } from './tag-cloud.tsx';
import colours from '../../ui/sheets/colour.module.css';
import rowStyles from '../../ui/sheets/row.module.css';
import styles from './tags-dialog.module.css';

/** Lists all tags of the library, to search by them and to rename, merge and delete them. */
export function TagsDialog() {
  const say = useWords();
  useEffect(() => void refreshLibraryWords(), []);
  return (
    <Dialog title={say('tags.title')} description={say('tags.explained')} fills>
      <Tags />
    </Dialog>
  );
}

type Order = 'count' | 'name';

/** A separate component, so that closing the dialog forgets what was typed and selected. */
function Tags() {
  const say = useWords();
  const { read, tags } = useLibraryWords();
  const [typed, setTyped] = useState('');
  const [order, setOrder] = useState<Order>('count');
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [current, setCurrent] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const shown = ordered(tags, order).filter(({ name }) => typed.trim() === '' || matchesName(name, { text: typed.trim(), exact: false }));
  const chosen = tags.filter(({ name }) => selected.includes(name));
  const currentTag = (): HTMLElement | null => list.current?.querySelector('[role="option"][tabindex="0"]') ?? null;
  const wasShown = useRef(false);
  // If the focused tag or form is unmounted, focus the current tag. A frame later Base UI would focus the dialog instead, away from whatever has the focus by then.
  useLayoutEffect(() => {
    if (wasShown.current && document.activeElement === document.body) currentTag()?.focus();
    wasShown.current = true;
  });
  /** Shows the tags as they are now, with this one as the current one. */
  const finish = async (next: string | null): Promise<void> => {
    setCurrent(next);
    await refreshLibraryWords();
    setSelected([]);
  };
  const remove = async (names: readonly string[]): Promise<void> => {
    const at = shown.findIndex(({ name }) => names.includes(name));
    const left = shown.filter(({ name }) => !names.includes(name));
    await retag(names, null);
    await finish((left[at] ?? left.at(-1))?.name ?? null);
  };
  if (read && tags.length === 0) return <p className={colours.soft}>{say('tags.none')}</p>;
  const rename = async (names: readonly string[]): Promise<void> => {
    const name = await renameTags(names);
    if (name === null) return;
    await finish(name);
    requestAnimationFrame(() => currentTag()?.focus());
  };
  /** From the search field, the down key leads to the tags, and Enter shows the pictures of the first one that matches. */
  const intoList = (event: KeyboardEvent): void => {
    const [first] = shown;
    if (first === undefined || !(event.key === 'ArrowDown' || (event.key === 'Enter' && typed.trim() !== ''))) return;
    event.preventDefault();
    if (event.key === 'Enter') showPictures([first.name]);
    else currentTag()?.focus();
  };
  return (
    <>
      <div className={styles.bar}>
        <TextField label={say('tags.search')} value={typed} onValueChange={setTyped} onKeyDown={intoList} />
        <SegmentedControl<Order>
          label={say('tags.order')}
          value={order}
          onValueChange={setOrder}
          options={[
            { value: 'count', name: say('tags.by-count') },
            { value: 'name', name: say('tags.by-name') },
          ]}
        />
      </div>
      {tags.length > 0 && shown.length === 0 ? (
        <p className={colours.soft}>{say('tags.no-match')}</p>
      ) : (
        <TagCloud ref={list} tags={shown} current={current} onCurrent={setCurrent} selected={selected} onSelect={setSelected} onOpen={showPictures} onRename={(names) => void rename(names)} onRemove={(names) => void remove(names)} />
      )}
      <div className={rowStyles.wrap}>
        <p role="status" className={styles.count}>
          {say('tags.selected', { count: chosen.length, tags: tags.length })}
        </p>
        <Button disabled={chosen.length === 0} onClick={() => showPictures(selected)}>
          {say('tags.show')}
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => void rename(selected)}>
          {say(chosen.length > 1 ? 'tags.merge' : 'tags.rename')}
        </Button>
        <Button variant="danger" disabled={chosen.length === 0} onClick={() => void remove(selected)}>
          {say('tags.delete')}
        </Button>
      </div>
    </>
  );
}

function ordered(tags: readonly TagCount[], order: Order): readonly TagCount[] {
  return order === 'count' ? tags : tags.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The pictures that have any of these tags. */
function showPictures(names: readonly string[]): void {
  dismiss('tags');
  showTagged(names);
  enterResults();
}
