import { Bookmark, ImageOff } from 'lucide-react';
import { keysOf } from '../../commands/registry.ts';
import { useEffect, useRef, useState, type UIEvent } from 'react';
import { thumbnailAddress } from '../../bridge.ts';
import { readOlder } from '../../stores/prompts/found-prompts.ts';
import type { PromptsTab } from '../../stores/prompts/prompts-dialog-store.ts';
import { useSavedPrompts } from '../../stores/prompts/saved-prompts.ts';
import { takePrompt } from '../../stores/prompts/use-prompt.ts';
import { useTextOverTime } from '../../stores/now.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ContextMenu } from '../../ui/menu.tsx';
import { useFormats, useWords } from '../../words/words.ts';
import { keyOf, type Entry } from './prompt-entries.ts';
import { EntryItems } from './prompt-actions.tsx';
import styles from './prompts.module.css';

/** The number of rows that are rendered first, and added when the list is scrolled to its end. */
const portion = 100;

/** Pixels above the end of the list at which more rows are added. */
const nearEnd = 400;

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
  readonly isWhole: boolean;
  readonly reading: boolean;
  readonly broken: boolean;
  readonly onChoose: (at: number) => void;
  /** Shows the matches in the history. Null: there are none. */
  readonly onHistory: (() => void) | null;
}

export function PromptList({ id, tab, entries, at, search, isWhole, reading, broken, onChoose, onHistory }: PromptListProps) {
  const say = useWords();
  const list = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState({ of: `${tab} ${search}`, rows: portion });
  const of = `${tab} ${search}`;
  const rows = Math.max(shown.of === of ? shown.rows : portion, at + 1);
  useEffect(() => list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }), [at, of]);
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent): void => {
    if (scrollHeight - scrollTop - clientHeight > nearEnd) return;
    if (rows < entries.length) setShown({ of, rows: rows + portion });
    else if (tab === 'history') void readOlder();
  };
  if (entries.length === 0) return <NoEntries tab={tab} isWhole={isWhole} reading={reading} broken={broken} onHistory={onHistory} />;
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
          onScroll={onScroll}
        >
          {entries.slice(0, rows).map((entry, index) => (
            <Row key={keyOf(entry)} id={optionId(id, index)} entry={entry} isChosen={index === at} onChoose={() => onChoose(index)} />
          ))}
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
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Row({ id, entry, isChosen, onChoose }: RowProps) {
  const { kind, prompt } = entry;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={styles.row}
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
          {prompt.prompt}
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

interface NoEntriesProps {
  readonly tab: PromptsTab;
  /** Whether the list would show everything. */
  readonly isWhole: boolean;
  readonly reading: boolean;
  readonly broken: boolean;
  readonly onHistory: (() => void) | null;
}

/** Shown in place of an empty list. */
function NoEntries({ tab, isWhole, reading, broken, onHistory }: NoEntriesProps) {
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
