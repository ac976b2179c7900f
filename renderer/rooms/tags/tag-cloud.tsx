import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import type { TagCount } from '../../../shared/library/marks.ts';
import { isKeyOf } from '../../commands/registry.ts';
import { keyAlongLine } from '../../ui/direction.ts';
import { useFormats, useWords } from '../../words/words.ts';
import styles from './tags-dialog.module.css';
import colours from '../../ui/sheets/colour.module.css';
import textStyles from '../../ui/sheets/text.module.css';

interface TagCloudProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly tags: readonly TagCount[];
  /** The tag that Tab reaches. Null or unknown: the first one. */
  readonly current: string | null;
  readonly onCurrent: (name: string) => void;
  readonly selected: readonly string[];
  readonly onSelect: (names: readonly string[]) => void;
  readonly onOpen: (names: readonly string[]) => void;
  readonly onRename: (names: readonly string[]) => void;
  readonly onRemove: (names: readonly string[]) => void;
}

/** The most tags shown. The search finds the others. */
const mostShown = 1_000;

/** Tags side by side. Tags of more pictures are larger. Arrow keys move, Space selects several tags, and Enter shows the pictures. */
export function TagCloud({ ref, tags, current, onCurrent, selected, onSelect, onOpen, onRename, onRemove }: TagCloudProps) {
  const say = useWords();
  const { number } = useFormats();
  const shown = tags.slice(0, mostShown);
  const at = Math.max(0, shown.findIndex(({ name }) => name === current));
  const most = Math.log2(1 + Math.max(...shown.map(({ pictures }) => pictures)));
  const go = (to: number): void => {
    const next = Math.min(Math.max(to, 0), shown.length - 1);
    ref.current?.querySelectorAll<HTMLElement>('[role="option"]')[next]?.focus();
  };
  const toggle = (name: string): void => onSelect(selected.includes(name) ? selected.filter((other) => other !== name) : [...selected, name]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const name = shown[at]?.name ?? '';
    const meant = selected.includes(name) ? selected : [name];
    const act = actOf(event);
    if (act === null) return;
    event.preventDefault();
    if (typeof act === 'number') go(act === Infinity ? shown.length - 1 : act === -Infinity ? 0 : at + act);
    else if (act === 'select') toggle(name);
    else ({ open: onOpen, rename: onRename, remove: onRemove })[act](meant);
  };
  const onClick = (event: MouseEvent, name: string): void => {
    onCurrent(name);
    if (event.ctrlKey || event.metaKey || event.shiftKey) toggle(name);
    else onSelect(selected.length === 1 && selected[0] === name ? [] : [name]);
  };
  return (
    <>
      <div ref={ref} className={styles.cloud} role="listbox" aria-multiselectable aria-label={say('tags.title')}>
        {shown.map(({ name, pictures }, index) => (
          <div
            key={name}
            role="option"
            className={styles.tag}
            data-size={Math.round((2 * Math.log2(1 + pictures)) / Math.max(most, 1))}
            aria-selected={selected.includes(name)}
            tabIndex={index === at ? 0 : -1}
            onKeyDown={onKeyDown}
            onClick={(event) => onClick(event, name)}
            onDoubleClick={() => onOpen([name])}
            onFocus={() => onCurrent(name)}
          >
            <span className={textStyles.cut}>{name}</span>{' '}
            <span className={textStyles.soft} aria-hidden>{number(pictures)}</span>
            <span className="visually-hidden">{say('tags.pictures', { count: pictures })}</span>
          </div>
        ))}
      </div>
      {tags.length > shown.length && <p className={colours.soft}>{say('tags.more', { count: tags.length - shown.length })}</p>}
    </>
  );
}

/** What a key does: a number of steps to move, or an action. */
function actOf(event: KeyboardEvent): number | 'select' | 'open' | 'rename' | 'remove' | null {
  if (isKeyOf('show-tagged', 'tags', event)) return 'open';
  if (isKeyOf('select-tag', 'tags', event)) return 'select';
  if (isKeyOf('rename-tag', 'tags', event)) return 'rename';
  if (isKeyOf('remove-tag', 'tags', event)) return 'remove';
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };
  return steps[keyAlongLine(event.key)] ?? null;
}
