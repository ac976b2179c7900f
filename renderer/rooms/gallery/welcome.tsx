import { Aperture, FolderInput, Plus, Trash2 } from 'lucide-react';
import { CommandMenu } from '../../commands/command-menu.tsx';
import { nothingIn } from '../../commands/command.ts';
import { importMenu } from '../../commands/menus.ts';
import { selectedAccount, useApp } from '../../stores/app-store.ts';
import { fillCompose, focusPrompt } from '../../stores/compose/compose-store.ts';
import { tryPractice } from '../../stores/compose/try-practice.ts';
import { useFirstSteps } from '../../stores/first-steps-store.ts';
import { whyEmpty } from '../../stores/gallery/empty-library.ts';
import { setLibrarySearch } from '../../stores/gallery/library-view.ts';
import { useInTrash } from '../../stores/library/in-trash.ts';
import { useTasks } from '../../stores/tasks-store.ts';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Menu } from '../../ui/menu.tsx';
import styles from './welcome.module.css';
import { ask } from '../../ui/dialogs/ask.ts';

const examples = ['gallery.empty-example-1', 'gallery.empty-example-2', 'gallery.empty-example-3'] as const;

/** Shown while there are no pictures: why, what Latent is, how to make a picture, and what it costs. */
export function Welcome() {
  const say = useWords();
  const account = useApp(selectedAccount);
  const first = useApp(({ accounts }) => accounts.every(({ kind }) => kind === 'practice'));
  const hasSteps = useFirstSteps(({ step }) => step !== 'ended');
  const inTrash = useInTrash();
  const why = useTasks(({ tasks }) => whyEmpty(Array.from(tasks.values(), ({ task }) => task.state.status), inTrash));
  // The first steps say the rest.
  if (hasSteps && (why === 'awaited' || why === 'new')) return <h2 className={styles.placeholder}>{say('gallery.awaited')}</h2>;
  if (why === 'awaited' || why === 'trouble') return <EmptyState icon={<Aperture size={34} strokeWidth={1.25} />} title={say(`gallery.${why}`)} explanation={say(`gallery.${why}-explained`)} />;
  if (why === 'trashed') {
    return (
      <EmptyState icon={<Trash2 size={34} strokeWidth={1.25} />} title={say('gallery.trashed')} explanation={say('gallery.trashed-explained', { count: inTrash })}>
        <Button onClick={() => setLibrarySearch('in:trash')}>{say('gallery.show-trash')}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<Aperture size={34} strokeWidth={1.25} />}
      title={say(first ? 'gallery.welcome' : 'gallery.empty-title')}
      explanation={say(first ? 'gallery.welcome-explained' : 'gallery.empty-explained')}
    >
      {first && <FirstSteps />}
      <ul className={styles.examples}>
        {examples.map((example) => (
          <li key={example}>
            <button type="button" className={styles.example} onClick={() => fillCompose({ prompt: say(example) }, { retryOf: null })}>
              {say(example)}
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.ways}>
        <Menu
          align="end"
          trigger={
            <Button size="small" variant="quiet" icon={<FolderInput size={14} />}>
              {say('import.empty')}
            </Button>
          }
        >
          <CommandMenu items={importMenu} subject={nothingIn('gallery')} />
        </Menu>
      </div>
      {account && (
        <p className={styles.money}>{account.kind === 'practice' ? say('gallery.empty-practice') : say('gallery.empty-paid', { account: account.name })}</p>
      )}
    </EmptyState>
  );
}

function FirstSteps() {
  const say = useWords();
  return (
    <div className={styles.steps}>
      <Button size="large" variant="solid" icon={<Plus size={15} />} onClick={() => void ask('account', { question: { kind: 'add' } })}>
        {say('gallery.add-account')}
      </Button>
      <Button size="large" onClick={() => void tryPractice().then(focusPrompt)}>
        {say('gallery.try-practice')}
      </Button>
    </div>
  );
}
