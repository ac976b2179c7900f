import { Aperture, FolderInput } from 'lucide-react';
import { selectedAccount, useApp } from '../../stores/app-store.ts';
import { composeChoices, fillCompose } from '../../stores/compose-store.ts';
import { useWords } from '../../stores/words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ImportMenu } from '../import/import-menu.tsx';
import styles from './empty-gallery.module.css';

const examples = ['gallery.empty-example-1', 'gallery.empty-example-2', 'gallery.empty-example-3'] as const;

/** Before the first picture: how one is made, and what becomes of the money. */
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
      <ImportMenu
        trigger={
          <Button size="small" variant="quiet" icon={<FolderInput size={14} />} className={styles.import}>
            {say('import.empty')}
          </Button>
        }
      />
      {account && (
        <p className={styles.money}>{account.kind === 'practice' ? say('gallery.empty-practice') : say('gallery.empty-paid', { account: account.name })}</p>
      )}
    </EmptyState>
  );
}
