import { Braces, FileDown, Share2 } from 'lucide-react';
import type { GenerationRequest } from '../../../shared/task.ts';
import { copyPromptFile, savePromptFile } from '../../stores/prompts/share-prompt.ts';
import { MenuItem, Submenu } from '../../ui/menu.tsx';
import { useWords } from '../../words/words.ts';

interface SharePromptItemsProps {
  /** Read when an item is chosen. */
  readonly request: () => GenerationRequest;
}

/** Saves or copies a prompt with its settings as JSON that another Latent opens. */
export function SharePromptItems({ request }: SharePromptItemsProps) {
  const say = useWords();
  return (
    <>
      <MenuItem icon={<FileDown size={14} />} onSelect={() => void savePromptFile(request())}>
        {say('prompts.share-file')}
      </MenuItem>
      <MenuItem icon={<Braces size={14} />} onSelect={() => copyPromptFile(request())}>
        {say('prompts.share-copy')}
      </MenuItem>
    </>
  );
}

/** The same items in a submenu. */
export function SharePromptMenu({ disabled, request }: SharePromptItemsProps & { readonly disabled: boolean }) {
  const say = useWords();
  return (
    <Submenu icon={<Share2 size={14} />} label={say('prompts.share')} disabled={disabled}>
      <SharePromptItems request={request} />
    </Submenu>
  );
}
