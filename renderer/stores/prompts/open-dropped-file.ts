import { extensionOf } from '../../../shared/lists/list-file-extensions.ts';
import { longestPromptFile, readPromptFile, type SharedPrompt } from '../../../shared/prompts/prompt-file.ts';
import { readText } from '../../../shared/texts/text-reader.ts';
import { notify } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { composeChoices } from '../compose/compose-store.ts';
import { closeList, openList } from '../lists/list-dialog-store.ts';
import { takePrompt } from './use-prompt.ts';

/** The size of the longest file in bytes, if each character takes three. */
const largestFile = 3 * longestPromptFile;

/** Opens a file that was dropped: a prompt fills the compose bar, and anything else is a list. */
export async function openDroppedText(file: File): Promise<void> {
  const text = extensionOf(file.name) === 'json' && file.size <= largestFile ? await textOf(file) : null;
  if (text === null || !openPromptText(text)) openList(file);
}

/** Null: it cannot be read, or its characters are not certain. The dialog of lists says so. */
async function textOf(file: File): Promise<string | null> {
  try {
    return readText(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return null;
  }
}

/** Fills the compose bar with a prompt file, and sends nothing. One undo brings back what was there. False: the text is not a prompt file. */
export function openPromptText(text: string): boolean {
  const read = readPromptFile(text);
  if (read === null) return false;
  if (read.ok) take(read.shared);
  else notify(currentWords()(`prompts.file-${read.why}`));
  return true;
}

/** Choices that are not in the file stay as they are. */
function take({ prompt, ...given }: SharedPrompt): void {
  const { model, size, quality } = composeChoices();
  closeList();
  takePrompt({ prompt, choices: Object.keys(given).length === 0 ? null : { model, size, quality, ...given } });
  notify(currentWords()('prompts.file-opened'));
}
