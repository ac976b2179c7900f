import { Bookmark, ImageOff } from 'lucide-react';
import { useKeysOf } from '../../commands/registry.ts';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { thumbnailAddress } from '../../../shared/windows/picture-addresses.ts';
import { readOlder } from '../../stores/prompts/found-prompts.ts';
import type { PromptsTab } from '../../stores/prompts/prompts-dialog-store.ts';
import { useSavedPrompts } from '../../stores/prompts/saved-prompts.ts';
import { takePrompt } from '../../stores/prompts/use-prompt.ts';
import { useTextOverTime } from '../../stores/now.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ContextMenu } from '../../ui/menu.tsx';
import { evenRows } from '../../ui/scrolling/even-rows.ts';
import { topToShow } from '../../ui/scrolling/scroll-anchor.ts';
import { useListScroll } from '../../ui/scrolling/use-list-scroll.ts';
import { useBox } from '../../ui/use-box.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { keyOf, settingsWords, type Entry } from './prompt-entries.ts';
import { EntryItems } from './prompt-actions.tsx';
import styles from './prompts.module.css';

/** Height of a row, in CSS pixels. The style sheet has the same number. */
const rowHeight = 76;

/** Number of rows below those in sight at which older prompts are read. */
const nearEnd = 10;

/** The data type of a dragged prompt. */
export const draggedPrompt = 'application/x-latent-prompt';

export const optionId = (list: string, at: number): string => `${list}-${at}`;

interface PromptListProps {
  readonly id: string;
  readonly tab: PromptsTab;
  readonly entries: readonly Entry[];
  /** The chosen one. */
  readonly at: number;
  readonly search: string;
  /** Whether the list would show everything. */
  readonly isWhole: boolean;
  readonly reading: boolean;
  readonly broken: boolean;
  readonly onChoose: (at: number) => void;
  /** Shows the matches in the history. Null: there are none. */
  readonly onHistory: (() => void) | null;
}

export function PromptList(props: PromptListProps) {
  return props.entries.length === 0 ? <NoEntries {...props} /> : <FilledList {...props} />;
}

/** Only the rows in sight are rendered. */
function FilledList({ id, tab, entries, at, search, reading, onChoose }: PromptListProps) {
  const say = useWords();
  const list = useRef<HTMLDivElement>(null);
  const viewport = useBox(list).height;
  const { length } = entries;
  const rows = useMemo(() => evenRows(length, rowHeight), [length]);
  const { sheet, sight, top, goTo } = useListScroll(list, rows, viewport);
  const { first, end, shift } = useStore(sight);
  const scroll = useRef({ top, goTo, rows });
  useLayoutEffect(() => {
    scroll.current = { top, goTo, rows };
  });
  useLayoutEffect(() => {
    const now = scroll.current;
    const to = topToShow(now.rows, at, now.top(), viewport);
    if (viewport > 0 && to !== now.top()) now.goTo(to);
  }, [at, tab, search, viewport]);
  useEffect(() => {
    if (tab === 'history' && end > length - nearEnd) void readOlder();
  }, [tab, end, length]);
  return (
    <ContextMenu
      returnsTo={() => list.current}
      trigger={
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label={say(`prompts.list.${tab}`)}
          tabIndex={0}
          aria-activedescendant={optionId(id, at)}
          aria-busy={reading}
          className={styles.list}
          // The press has already focused a row. Moving the focus earlier would end a drag.
          onMouseUp={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
        >
          <div ref={sheet} role="presentation" className={styles.rows}>
            {entries.slice(first, end).map((entry, offset) => {
              const index = first + offset;
              return <Row key={keyOf(entry)} id={optionId(id, index)} entry={entry} index={index} length={length} top={rows.placeOf(index).y + shift} isChosen={index === at} onChoose={() => onChoose(index)} />;
            })}
          </div>
        </div>
      }
    >
      <EntryItems entry={entries[at] ?? null} />
    </ContextMenu>
  );
}

interface RowProps {
  readonly id: string;
  readonly entry: Entry;
  readonly index: number;
  /** Number of all rows. */
  readonly length: number;
  readonly top: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Row({ id, entry, index, length, top, isChosen, onChoose }: RowProps) {
  const say = useWords();
  const { kind, prompt } = entry;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-posinset={index + 1}
      aria-setsize={length}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
      draggable={kind === 'saved'}
      onDragStart={({ dataTransfer }) => {
        if (kind !== 'saved') return;
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setData(draggedPrompt, String(prompt.id));
      }}
      onMouseDown={onChoose}
      onDoubleClick={() => takePrompt(prompt)}
    >
      <Preview key={prompt.imageId} imageId={prompt.imageId} />
      <div className={styles.texts}>
        {kind === 'saved' && <SavedLine {...prompt} />}
        <p className={styles.prompt} dir="auto">
          {prompt.prompt || (prompt.choices && settingsWords(say, prompt.choices))}
        </p>
        {kind === 'past' && <PastLine {...prompt} />}
      </div>
    </div>
  );
}

function Preview({ imageId }: { readonly imageId: number | null }) {
  const [broken, setBroken] = useState(false);
  return (
    <div className={styles.preview}>
      {imageId === null || broken ? <ImageOff size={16} aria-hidden /> : <img src={thumbnailAddress(imageId)} alt="" loading="lazy" draggable={false} onError={() => setBroken(true)} />}
    </div>
  );
}

function SavedLine({ title, folder, snippet }: Extract<Entry, { kind: 'saved' }>['prompt']) {
  return (
    <p className={styles.line}>
      <span className={styles.title} dir="auto">
        {title}
      </span>
      {snippet !== null && <span className={styles.snippet}>/{snippet}</span>}
      {folder !== '' && <span className={styles.folderName}>{folder}</span>}
    </p>
  );
}

function PastLine({ prompt, lastAt }: Extract<Entry, { kind: 'past' }>['prompt']) {
  const say = useWords();
  const formats = useFormats();
  const when = useTextOverTime((now) => formats.age(lastAt, now)) ?? '';
  const saved = useSavedPrompts(({ prompts }) => prompts?.find((other) => other.prompt === prompt)?.title);
  return (
    <p className={styles.past}>
      <span title={formats.exactTime(lastAt)}>{say('prompts.last-used', { when })}</span>
      {saved !== undefined && (
        <span className={styles.isSaved}>
          <Bookmark size={12} aria-hidden /> {say('prompts.is-saved')}
        </span>
      )}
    </p>
  );
}

/** Shown in place of an empty list. */
function NoEntries({ tab, isWhole, reading, broken, onHistory }: PromptListProps) {
  const keysOf = useKeysOf();
  const say = useWords();
  if (reading) return <div className={styles.none} role="status" aria-label={say('prompts.searching')} />;
  const what = isWhole ? 'empty' : 'not-found';
  return (
    <div className={styles.none} role="status">
      <EmptyState title={say(`prompts.${what}.${tab}`)} explanation={say(broken ? 'prompts.broken-search' : `prompts.${what}-explained.${tab}`)}>
        {onHistory && (
          <Button keys={keysOf('prompts-tab', 'prompts')} onClick={onHistory}>
            {say('prompts.show-history')}
          </Button>
        )}
      </EmptyState>
    </div>
  );
}
