import { BookmarkPlus, CornerUpLeft, Folder, FolderInput, Pencil, TextCursorInput, TextQuote, Trash2, type LucideIcon } from 'lucide-react';
import type { SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';
import type { WordKey } from '../../../shared/words/index.ts';
import { isKeyOf, useKeysOf, type CommandId } from '../../commands/registry.ts';
import { foldersOf, moveToFolder, removePrompt, useSavedPrompts } from '../../stores/prompts/saved-prompts.ts';
import { insertAtCaret, takePrompt } from '../../stores/prompts/use-prompt.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { MenuItem, MenuSeparator, Submenu } from '../../ui/menu.tsx';
import rowStyles from '../../ui/sheets/row.module.css';
import type { KeyPress } from '../../ui/shortcuts/chords.ts';
import { useWords } from '../../words/words.ts';
import { hasText, openForm, type Entry } from './prompt-entries.ts';
import styles from './prompts.module.css';

/** Something that can be done with a prompt. Its button, its menu item and its keys are made from it. */
interface PromptAct {
  /** The command that has its keys. */
  readonly command?: CommandId;
  readonly icon: LucideIcon;
  readonly words: WordKey;
  readonly applies: boolean;
  readonly danger?: true;
  readonly run: () => unknown;
}

type ActName = 'use' | 'insert' | 'copy' | 'edit' | 'remove';

/** Without a prompt, nothing applies. */
function actsOn(entry: Entry | null): Readonly<Record<ActName, PromptAct>> {
  const isPast = entry?.kind === 'past';
  return {
    use: { command: 'use-prompt', icon: CornerUpLeft, words: wordsOfUse(entry), applies: entry !== null, run: () => entry && takePrompt(entry.prompt) },
    insert: { command: 'insert-prompt', icon: TextCursorInput, words: 'prompts.do.insert', applies: hasText(entry), run: () => entry && insertAtCaret(entry.prompt.prompt) },
    copy: { icon: TextQuote, words: 'prompts.do.copy', applies: hasText(entry), run: () => entry && copyText(entry.prompt.prompt, 'app.copied-prompt') },
    edit: {
      command: 'edit-prompt',
      icon: isPast ? BookmarkPlus : Pencil,
      words: isPast ? 'prompts.do.save' : 'prompts.do.edit',
      applies: entry !== null,
      run: () => entry && openForm(entry),
    },
    remove: { command: 'remove-prompt', icon: Trash2, words: 'prompts.do.delete', applies: entry?.kind === 'saved', danger: true, run: () => entry?.kind === 'saved' && removePrompt(entry.prompt) },
  };
}

/** With its settings, it may have another price. */
const wordsOfUse = (entry: Entry | null): WordKey => (entry === null || entry.prompt.choices === null ? 'prompts.do.use' : hasText(entry) ? 'prompts.do.use-with-choices' : 'prompts.do.use-settings');

/** What a key does with a prompt. Null: nothing. */
export const actOfKey = (entry: Entry | null, event: KeyPress): PromptAct | null =>
  Object.values(actsOn(entry)).find(({ command, applies }) => applies && command !== undefined && isKeyOf(command, 'prompts', event)) ?? null;

/** What can be done with the chosen prompt, with the keys that do it. */
export function PromptActions({ entry }: { readonly entry: Entry | null }) {
  const { use, insert, edit, remove } = actsOn(entry);
  return (
    <div className={styles.buttons}>
      {remove.applies && <ActButton act={remove} variant="quiet" />}
      <span className={rowStyles.space} />
      <ActButton act={edit} />
      <ActButton act={insert} />
      <ActButton act={use} variant="solid" />
    </div>
  );
}

function useKeysOfAct({ command }: PromptAct) {
  const keysOf = useKeysOf();
  return command === undefined ? undefined : keysOf(command, 'prompts');
}

function ActButton({ act, variant = 'plain' }: { readonly act: PromptAct; readonly variant?: 'plain' | 'quiet' | 'solid' }) {
  const say = useWords();
  const { icon: Icon, words, applies, run } = act;
  const keys = useKeysOfAct(act);
  return (
    <Button variant={variant} disabled={!applies} icon={<Icon size={14} />} keys={keys} onClick={() => void run()}>
      {say(words)}
    </Button>
  );
}

function ActItem({ act }: { readonly act: PromptAct }) {
  const say = useWords();
  const { icon: Icon, words, applies, danger = false, run } = act;
  const keys = useKeysOfAct(act);
  return (
    <MenuItem icon={<Icon size={14} />} disabled={!applies} keys={keys} danger={danger} onSelect={() => void run()}>
      {say(words)}
    </MenuItem>
  );
}

/** The menu with the same actions, and more. */
export function EntryItems({ entry }: { readonly entry: Entry | null }) {
  if (!entry) return null;
  const { use, insert, copy, edit, remove } = actsOn(entry);
  return (
    <>
      <ActItem act={use} />
      <ActItem act={insert} />
      <ActItem act={copy} />
      <MenuSeparator />
      <ActItem act={edit} />
      {entry.kind === 'saved' && <FolderItems prompt={entry.prompt} />}
      {remove.applies && <ActItem act={remove} />}
    </>
  );
}

function FolderItems({ prompt }: { readonly prompt: SavedPrompt }) {
  const say = useWords();
  const folders = foldersOf(useSavedPrompts(({ prompts }) => prompts) ?? []).filter((name) => name !== prompt.folder);
  return (
    <Submenu icon={<FolderInput size={14} />} label={say('prompts.do.move')} disabled={folders.length === 0 && prompt.folder === ''}>
      {folders.map((name) => (
        <MenuItem key={name} icon={<Folder size={14} />} onSelect={() => void moveToFolder([prompt], name)}>
          {name}
        </MenuItem>
      ))}
      {prompt.folder !== '' && <MenuItem onSelect={() => void moveToFolder([prompt], '')}>{say('prompts.no-folder')}</MenuItem>}
    </Submenu>
  );
}
