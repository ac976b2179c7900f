import { Folder, FolderOpen, PenLine } from 'lucide-react';
import { useState, type DragEvent, type FormEvent } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import { savedPromptLimits } from '../../../shared/input-limits.ts';
import type { SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';
import { foldersOf, moveToFolder, renameFolder, useSavedPrompts } from '../../stores/prompts/saved-prompts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { errorWords, useFormats, useWords } from '../../words/words.ts';
import { draggedPrompt } from './prompt-list.tsx';
import styles from './prompts.module.css';

interface FolderBarProps {
  /** Null: all. Empty: prompts in no folder. */
  readonly folder: string | null;
  readonly onChoose: (folder: string | null) => void;
}

const none: readonly SavedPrompt[] = [];

/** The folders of saved prompts. A prompt that is dropped on one moves there. */
export function FolderBar({ folder, onChoose }: FolderBarProps) {
  const say = useWords();
  const prompts = useSavedPrompts((state) => state.prompts) ?? none;
  const [renaming, setRenaming] = useState<string | null>(null);
  const folders = foldersOf(prompts);
  if (folders.length === 0) return null;
  const countOf = (name: string): number => prompts.filter((prompt) => prompt.folder === name).length;
  return (
    <div className={styles.folders} role="group" aria-label={say('prompts.folders')}>
      <FolderButton name={say('prompts.all-folders')} count={prompts.length} isChosen={folder === null} onChoose={() => onChoose(null)} />
      {folders.map((name) => (
        <div key={name} className={styles.folderLine}>
          <FolderButton name={name} count={countOf(name)} isChosen={folder === name} onChoose={() => onChoose(name)} dropInto={name} />
          {folder === name && (
            <IconButton label={say('prompts.do.rename-folder', { name })} className={styles.renameFolder} onClick={() => setRenaming(name)}>
              <PenLine size={13} />
            </IconButton>
          )}
        </div>
      ))}
      {countOf('') > 0 && <FolderButton name={say('prompts.no-folder')} count={countOf('')} isChosen={folder === ''} onChoose={() => onChoose('')} dropInto="" />}
      <Dialog open={renaming !== null} onClose={() => setRenaming(null)} title={say('prompts.rename.title')}>
        <RenameForm
          from={renaming ?? ''}
          folders={folders}
          onDone={(name) => {
            setRenaming(null);
            onChoose(name);
          }}
        />
      </Dialog>
    </div>
  );
}

interface FolderButtonProps {
  readonly name: string;
  readonly count: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** The folder into which dropped prompts move. Absent: none can be dropped. */
  readonly dropInto?: string;
}

function FolderButton({ name, count, isChosen, onChoose, dropInto }: FolderButtonProps) {
  const { number } = useFormats();
  const [over, setOver] = useState(false);
  const takes = ({ dataTransfer }: DragEvent): boolean => dropInto !== undefined && dataTransfer.types.includes(draggedPrompt);
  const Icon = isChosen ? FolderOpen : Folder;
  return (
    <button
      type="button"
      className={styles.folder}
      aria-pressed={isChosen}
      data-over={over || undefined}
      onClick={onChoose}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!takes(event)) return;
        event.preventDefault();
        const id = Number(event.dataTransfer.getData(draggedPrompt));
        void moveToFolder((useSavedPrompts.getState().prompts ?? none).filter((prompt) => prompt.id === id), dropInto ?? '');
      }}
    >
      <Icon size={14} aria-hidden />
      <span className={styles.folderText} dir="auto">
        {name}
      </span>
      <span className={styles.count}>{number(count)}</span>
    </button>
  );
}

interface RenameFormProps {
  readonly from: string;
  readonly folders: readonly string[];
  readonly onDone: (name: string) => void;
}

function RenameForm({ from, folders, onDone }: RenameFormProps) {
  const say = useWords();
  const [name, setName] = useState(from);
  const [error, setError] = useState<AppError | null>(null);
  const written = name.trim();
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const outcome = await renameFolder(from, written);
    if (typeof outcome === 'object') setError(outcome);
    else onDone(written);
  };
  return (
    <form onSubmit={(event) => void save(event)} style={{ display: 'contents' }}>
      <TextField
        label={say('prompts.rename.name')}
        value={name}
        onValueChange={setName}
        error={error && errorWords(say, error)}
        hint={written !== from && folders.includes(written) ? say('prompts.rename.joins') : undefined}
        maxLength={savedPromptLimits.folder}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button size="large" variant="solid" submits disabled={written === ''}>
        {say('prompts.rename.confirm')}
      </Button>
    </form>
  );
}
