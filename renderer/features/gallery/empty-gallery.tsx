import { Aperture, FolderInput, Trash2 } from 'lucide-react';
import { selectedAccount, useApp } from '../../stores/app-store.ts';
import { composeChoices, fillCompose } from '../../stores/compose-store.ts';
import { useWords } from '../../stores/words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ImportMenu } from '../import/import-menu.tsx';
import { showTrash } from '../marks/trash-bar.tsx';
import styles from './empty-gallery.module.css';

const examples = ['gallery.empty-example-1', 'gallery.empty-example-2', 'gallery.empty-example-3'] as const;

/** Where there is no picture: how one is made, and what becomes of the money. */
export function EmptyGallery() {
  const say = useWords();
  const account = useApp(selectedAccount);
  return (
    <EmptyState icon={<Aperture size={34} strokeWidth={1.25} />} title={say('gallery.empty-title')} explanation={say('gallery.empty-explained')}>
      <ul className={styles.examples}>
        {examples.map((example) => (
          <li key={example}>
            <button type="button" className={styles.example} onClick={() => fillCompose({ ...composeChoices(), prompt: say(example) }, { retryOf: null })}>
              {say(example)}
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.ways}>
        <ImportMenu
          trigger={
            <Button size="small" variant="quiet" icon={<FolderInput size={14} />}>
              {say('import.empty')}
            </Button>
          }
        />
        {/* All there is may have been thrown away. */}
        <Button size="small" variant="quiet" icon={<Trash2 size={14} />} onClick={showTrash}>
          {say('marks.trash-room')}
        </Button>
      </div>
      {account && (
        <p className={styles.money}>{account.kind === 'practice' ? say('gallery.empty-practice') : say('gallery.empty-paid', { account: account.name })}</p>
      )}
    </EmptyState>
  );
}
