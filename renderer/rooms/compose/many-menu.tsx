import { BookmarkPlus, Braces, ChevronDown, FolderPen, Library, ListPlus } from 'lucide-react';
import { useRef } from 'react';
import { useCompose } from '../../stores/compose/compose-store.ts';
import { openList } from '../../stores/lists/list-dialog-store.ts';
import { offerToSaveDraft, openPrompts } from '../../stores/prompts/prompts-dialog-store.ts';
import { draftRequest } from '../../stores/prompts/share-prompt.ts';
import { SharePromptMenu } from '../../parts/pictures/share-prompt-menu.tsx';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { PresetItems } from './choices/preset-items.tsx';
import styles from './compose-bar.module.css';
import { ask } from '../../ui/dialogs/ask.ts';

/** Ways to ask for more than one prompt. */
export function ManyMenu() {
  const say = useWords();
  const button = useRef<HTMLButtonElement>(null);
  useShortcut('many', () => button.current?.click());
  const empty = useCompose(({ prompt }) => prompt.trim() === '');
  return (
    <Menu
      align="end"
      trigger={
        <Button ref={button} variant="quiet" icon={<ListPlus size={14} />} aria-label={say('compose.many')}>
          <span className={styles.manyLabel}>{say('compose.many')}</span>
          <ChevronDown size={13} />
        </Button>
      }
    >
      <MenuItem icon={<ListPlus size={14} />} shortcut="list" onSelect={() => openList()}>
        {say('list.open')}
      </MenuItem>
      <MenuItem icon={<FolderPen size={14} />} shortcut="wildcards" onSelect={() => void ask('wildcards')}>
        {say('wildcards.open')}
      </MenuItem>
      <MenuItem icon={<Library size={14} />} shortcut="prompts" onSelect={openPrompts}>
        {say('prompts.open')}
      </MenuItem>
      <MenuItem icon={<BookmarkPlus size={14} />} shortcut="save-prompt" disabled={empty} onSelect={offerToSaveDraft}>
        {say('prompts.save-this')}
      </MenuItem>
      <SharePromptMenu disabled={empty} request={draftRequest} />
      <PresetItems />
      <MenuItem icon={<Braces size={14} />} shortcut="fields" onSelect={() => void ask('fields', { accountId: null })}>
        {say('fields.open')}
      </MenuItem>
    </Menu>
  );
}
