import { Folder, FolderOpen, PenLine } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { savedPromptLimits } from '../../../shared/input-limits.ts';
import type { SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';
import type { Words } from '../../../shared/words/index.ts';
import { foldersOf, moveToFolder, renameFolder, useSavedPrompts } from '../../stores/prompts/saved-prompts.ts';
import { refusalOf } from '../../stores/undo.ts';
import { IconButton } from '../../ui/button.tsx';
import { askText } from '../../ui/dialogs/ask.ts';
import { useFormats, useWords } from '../../words/words.ts';
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
  const folders = foldersOf(prompts);
  if (folders.length === 0) return null;
  const rename = async (from: string): Promise<void> => {
    const name = await askFolderName(say, from, folders);
    if (name !== null) onChoose(name);
  };
  const countOf = (name: string): number => prompts.filter((prompt) => prompt.folder === name).length;
  return (
    <div className={styles.folders} role="group" aria-label={say('prompts.folders')}>
      <FolderButton name={say('prompts.all-folders')} count={prompts.length} isChosen={folder === null} onChoose={() => onChoose(null)} />
      {folders.map((name) => (
        <div key={name} className={styles.folderLine}>
          <FolderButton name={name} count={countOf(name)} isChosen={folder === name} onChoose={() => onChoose(name)} dropInto={name} />
          {folder === name && (
            <IconButton label={say('prompts.do.rename-folder', { name })} onClick={() => void rename(name)}>
              <PenLine size={13} />
            </IconButton>
          )}
        </div>
      ))}
      {countOf('') > 0 && <FolderButton name={say('prompts.no-folder')} count={countOf('')} isChosen={folder === ''} onChoose={() => onChoose('')} dropInto="" />}
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

/** Asks for another name of a folder. */
function askFolderName(say: Words, from: string, folders: readonly string[]): Promise<string | null> {
  return askText({
    title: say('prompts.rename.title'),
    label: say('prompts.rename.name'),
    value: from,
    longest: savedPromptLimits.folder,
    confirm: say('prompts.rename.confirm'),
    check: (name) => ({ hint: name !== from && folders.includes(name) ? say('prompts.rename.joins') : undefined }),
    save: async (name) => refusalOf(await renameFolder(from, name)),
  });
}
