import { BookmarkPlus, CornerUpLeft, Folder, FolderInput, Pencil, TextCursorInput, TextQuote, Trash2 } from 'lucide-react';
import { keysOf } from '../../commands/registry.ts';
import type { SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';
import { foldersOf, moveToFolder, removePrompt, useSavedPrompts } from '../../stores/prompts/saved-prompts.ts';
import { insertAtCaret, takePrompt } from '../../stores/prompts/use-prompt.ts';
import { copyText } from '../../ui/clipboard.ts';
import { Button } from '../../ui/button.tsx';
import { MenuItem, MenuSeparator, Submenu } from '../../ui/menu.tsx';
import { useWords } from '../../words/words.ts';
import { openForm, type Entry } from './prompt-entries.ts';
import styles from './prompts.module.css';

interface PromptActionsProps {
  /** The chosen prompt. */
  readonly entry: Entry | null;
  readonly onRemove: (entry: Entry) => void;
}

/** What can be done with the chosen prompt, with the keys that do it. */
export function PromptActions({ entry, onRemove }: PromptActionsProps) {
  const say = useWords();
  const disabled = entry === null;
  return (
    <div className={styles.actions}>
      {entry?.kind === 'saved' && (
        <Button variant="quiet" icon={<Trash2 size={14} />} keys={keysOf('remove-prompt', 'prompts')} onClick={() => onRemove(entry)}>
          {say('prompts.do.delete')}
        </Button>
      )}
      <span className={styles.space} />
      <Button disabled={disabled} icon={entry?.kind === 'past' ? <BookmarkPlus size={14} /> : <Pencil size={14} />} keys={keysOf('edit-prompt', 'prompts')} onClick={() => entry && openForm(entry)}>
        {say(entry?.kind === 'past' ? 'prompts.do.save' : 'prompts.do.edit')}
      </Button>
      <Button disabled={disabled} icon={<TextCursorInput size={14} />} keys={keysOf('insert-prompt', 'prompts')} onClick={() => entry && insertAtCaret(entry.prompt.prompt)}>
        {say('prompts.do.insert')}
      </Button>
      <Button disabled={disabled} variant="solid" icon={<CornerUpLeft size={14} />} keys={keysOf('use-prompt', 'prompts')} onClick={() => entry && takePrompt(entry.prompt)}>
        {say(wordsOfUse(entry))}
      </Button>
    </div>
  );
}

/** With its settings, it may have another price. */
const wordsOfUse = (entry: Entry | null) => (entry === null || entry.prompt.choices === null ? 'prompts.do.use' : 'prompts.do.use-with-choices');

/** The menu with the same actions, and more. */
export function EntryItems({ entry }: { readonly entry: Entry | null }) {
  const say = useWords();
  if (!entry) return null;
  const { kind, prompt } = entry;
  return (
    <>
      <MenuItem icon={<CornerUpLeft size={14} />} keys={keysOf('use-prompt', 'prompts')} onSelect={() => takePrompt(prompt)}>
        {say(wordsOfUse(entry))}
      </MenuItem>
      <MenuItem icon={<TextCursorInput size={14} />} keys={keysOf('insert-prompt', 'prompts')} onSelect={() => insertAtCaret(prompt.prompt)}>
        {say('prompts.do.insert')}
      </MenuItem>
      <MenuItem icon={<TextQuote size={14} />} onSelect={() => copyText(prompt.prompt, 'app.copied-prompt')}>
        {say('prompts.do.copy')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={kind === 'past' ? <BookmarkPlus size={14} /> : <Pencil size={14} />} keys={keysOf('edit-prompt', 'prompts')} onSelect={() => openForm(entry)}>
        {say(kind === 'past' ? 'prompts.do.save' : 'prompts.do.edit')}
      </MenuItem>
      {kind === 'saved' && (
        <>
          <FolderItems prompt={prompt} />
          <MenuItem icon={<Trash2 size={14} />} keys={keysOf('remove-prompt', 'prompts')} danger onSelect={() => void removePrompt(prompt)}>
            {say('prompts.do.delete')}
          </MenuItem>
        </>
      )}
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
