import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { matchesName } from '../../../shared/search/text/match-name.ts';
import { nameAsValue } from '../../../shared/search/field/facets.ts';
import type { TagCount } from '../../../shared/library/marks.ts';
import { retag } from '../../parts/marks/mark-actions.ts';
import { setLibrarySearch } from '../../stores/gallery/library-view.ts';
import { refreshLibraryWords, useLibraryWords } from '../../stores/library/known-tags-and-folders.ts';
import { enterResults } from '../../stores/selection/enter-results.ts';
import { closeTags, useTagsDialog } from '../../stores/library/tags-dialog-store.ts';
import { goTo } from '../../stores/windows/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useWords } from '../../words/words.ts';
import { RenameTagsForm } from './rename-tags-form.tsx';
import { TagCloud } from './tag-cloud.tsx';
import styles from './tags-dialog.module.css';

/** Lists all tags of the library, to search by them and to rename, merge and delete them. The app mounts it once. */
export function TagsDialog() {
  const say = useWords();
  const open = useTagsDialog((state) => state.open);
  return (
    <Dialog open={open} onClose={closeTags} title={say('tags.title')} description={say('tags.explained')} fills>
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
  const [renaming, setRenaming] = useState(false);
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
    setRenaming(false);
    setSelected([]);
  };
  const remove = async (names: readonly string[]): Promise<void> => {
    const at = shown.findIndex(({ name }) => names.includes(name));
    const left = shown.filter(({ name }) => !names.includes(name));
    await retag(names, null);
    await finish((left[at] ?? left.at(-1))?.name ?? null);
  };
  if (read && tags.length === 0) return <p className={styles.none}>{say('tags.none')}</p>;
  if (renaming && chosen.length > 0) return <RenameTagsForm chosen={chosen} tags={tags} onDone={(name) => void finish(name)} onCancel={() => setRenaming(false)} />;
  const begin = (names: readonly string[]): void => {
    setSelected(names);
    setRenaming(true);
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
        <p className={styles.none}>{say('tags.no-match')}</p>
      ) : (
        <TagCloud ref={list} tags={shown} current={current} onCurrent={setCurrent} selected={selected} onSelect={setSelected} onOpen={showPictures} onRename={begin} onRemove={(names) => void remove(names)} />
      )}
      <div className={styles.actions}>
        <p role="status" className={styles.count}>
          {say('tags.selected', { count: chosen.length, tags: tags.length })}
        </p>
        <Button disabled={chosen.length === 0} onClick={() => showPictures(selected)}>
          {say('tags.show')}
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => begin(selected)}>
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
  closeTags();
  goTo('gallery');
  setLibrarySearch(`tag:${names.map((name) => nameAsValue(name, true)).join(',')} `);
  enterResults();
}
