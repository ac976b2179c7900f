import { ChevronRight, Ellipsis, Pencil, Tag, Tags, Trash2 } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import type { TagCount } from '../../../shared/library/marks.ts';
import { isKeyOf, keysOf } from '../../commands/registry.ts';
import { showTagged, type Place } from '../../parts/albums/places.ts';
import { mark, retag } from '../../parts/marks/mark-actions.ts';
import { renameTags } from '../../parts/marks/rename-tags.ts';
import { useLibraryWords } from '../../stores/library/known-tags-and-folders.ts';
import { toggleTags, useView } from '../../stores/windows/view-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ask } from '../../ui/dialogs/ask.ts';
import { ContextMenu, Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useFormats, useWords } from '../../words/words.ts';
import { PlaceButton } from './place-button.tsx';
import styles from './sidebar.module.css';
import textStyles from '../../ui/sheets/text.module.css';
import { useDrop } from './use-drop.ts';

interface TagListProps {
  readonly place: Place;
}

/** How many tags are listed. The others are in the dialog with all tags. */
const mostListed = 10;

const isCurrent = (place: Place, { name }: TagCount): boolean => typeof place === 'object' && 'tag' in place && place.tag === name;

/** The sidebar's list of the most used tags, and of the one that is shown. Absent if there is no tag. Dropping pictures on a tag gives it to them. */
export function TagList({ place }: TagListProps) {
  const say = useWords();
  const list = useId();
  const tags = useLibraryWords((known) => known.tags);
  const open = useView((view) => view.tagsOpen);
  if (tags.length === 0) return null;
  const listed = tags.filter((tag, at) => (open && at < mostListed) || isCurrent(place, tag));
  return (
    <section className={styles.saved} aria-label={say('tags.title')}>
      <h2 className={styles.headingLine}>
        <button type="button" className={styles.toggle} aria-expanded={open} aria-controls={list} onClick={toggleTags}>
          <ChevronRight size={12} aria-hidden />
          {say('tags.title')}
        </button>
      </h2>
      <ul id={list}>
        {listed.map((tag) => (
          <Row key={tag.name} tag={tag} current={isCurrent(place, tag)} />
        ))}
        {open && (
          <li>
            <PlaceButton wide icon={<Tags size={15} strokeWidth={1.75} />} name={say('tags.all')} keys={keysOf('tags', 'everywhere')} onClick={() => void ask('tags')} />
          </li>
        )}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly tag: TagCount;
  readonly current: boolean;
}

function Row({ tag: { name, pictures }, current }: RowProps) {
  const say = useWords();
  const { number } = useFormats();
  const id = useId();
  const drop = useDrop({ pictures: (of) => void mark(of.target(), { kind: 'tag', tag: name }) });
  const act = (event: KeyboardEvent): void => {
    if (!isKeyOf('rename-listed', 'everywhere', event)) return;
    event.preventDefault();
    void renameTags([name]);
  };
  return (
    <ContextMenu
      trigger={
        <li className={styles.savedRow} {...drop}>
          <PlaceButton
            wide
            id={id}
            icon={<Tag size={15} strokeWidth={1.75} />}
            name={name}
            description={say('tags.tag')}
            count={{ shown: number(pictures), words: say('albums.count', { count: pictures }) }}
            current={current}
            onClick={() => showTagged([name])}
            onKeyDown={act}
          />
          <Menu
            trigger={
              <IconButton label={say('tags.menu', { tag: name })} className={styles.more}>
                <Ellipsis size={15} />
              </IconButton>
            }
          >
            <Items name={name} />
          </Menu>
        </li>
      }
      returnsTo={() => document.getElementById(id)}
    >
      <Items name={name} />
    </ContextMenu>
  );
}

/** What can be done with one tag. Several are merged in the dialog with all of them. */
function Items({ name }: { readonly name: string }) {
  const say = useWords();
  return (
    <>
      <MenuItem icon={<Pencil size={14} />} keys={keysOf('rename-listed', 'everywhere')} onSelect={() => void renameTags([name])}>
        {say('tags.rename-or-merge')}
      </MenuItem>
      <MenuItem icon={<Tags size={14} />} keys={keysOf('tags', 'everywhere')} onSelect={() => void ask('tags')}>
        {say('tags.all')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 size={14} />} danger onSelect={() => void retag([name], null)}>
        {say('tags.delete')}
      </MenuItem>
    </>
  );
}

/** The rail's menu of the same tags. */
export function TagRail({ place }: TagListProps) {
  const say = useWords();
  const { number } = useFormats();
  const tags = useLibraryWords((known) => known.tags);
  if (tags.length === 0) return null;
  return (
    <Menu
      trigger={
        <IconButton label={say('tags.title')} side="inline-end" className={classes(styles.place, styles.iconOnly)} aria-current={tags.some((tag) => isCurrent(place, tag)) ? 'page' : undefined}>
          <Tags size={17} strokeWidth={1.75} />
        </IconButton>
      }
    >
      {tags.slice(0, mostListed).map(({ name, pictures }) => (
        <MenuItem key={name} icon={<Tag size={14} />} onSelect={() => showTagged([name])}>
          <span className={styles.tagItem}>
            <span className={textStyles.cut} dir="auto">
              {name}
            </span>
            <span className={styles.count}>{number(pictures)}</span>
          </span>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<Tags size={14} />} keys={keysOf('tags', 'everywhere')} onSelect={() => void ask('tags')}>
        {say('tags.all')}
      </MenuItem>
    </Menu>
  );
}
