import { ChevronDown, ListPlus } from 'lucide-react';
import { useRef } from 'react';
import { CommandMenu } from '../../commands/command-menu.tsx';
import { nothingIn } from '../../commands/command.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { useCompose } from '../../stores/compose/compose-store.ts';
import { draftRequest } from '../../stores/prompts/share-prompt.ts';
import { SharePromptMenu } from '../../parts/pictures/share-prompt-menu.tsx';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PresetItems } from './choices/preset-items.tsx';
import styles from './compose-bar.module.css';

/** Ways to ask for more than one prompt. */
export function ManyMenu() {
  const say = useWords();
  const button = useRef<HTMLButtonElement>(null);
  useCommands('compose', { many: () => button.current?.click() });
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
      <CommandMenu items={['list', 'wildcards', 'prompts', 'save-prompt']} subject={nothingIn('compose')} />
      <SharePromptMenu disabled={empty} request={draftRequest} />
      <PresetItems />
      <CommandMenu items={['fields']} subject={nothingIn('compose')} />
    </Menu>
  );
}
