import { FilePlus2, FolderOpen } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { isWildcardFile, wildcardFileNamed, wildcardLimits, type WildcardFile } from '../../../shared/templates/wildcard-files.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { readWildcards, useTemplates } from '../../stores/compose/template-store.ts';
import { closeWildcards, useWildcardsDialog } from '../../stores/wildcards-store.ts';
import { errorWords, useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, Question } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { useFileDraft } from './file-draft.ts';
import { FileEditor } from './file-editor.tsx';
import styles from './wildcards-dialog.module.css';

/** Runs `next` when nothing unsaved would be lost. */
const leave = (next: () => void): void => useFileDraft.getState().leave(next);

/** The wildcard folder, its files, and an editor for them. The app mounts it once. */
export function WildcardsDialog() {
  const say = useWords();
  const open = useWildcardsDialog((state) => state.open);
  return (
    <Dialog open={open} onClose={() => leave(closeWildcards)} title={say('wildcards.title')} description={say('wildcards.explained')} wide>
      <FolderLine />
      <Files />
    </Dialog>
  );
}

function FolderLine() {
  const say = useWords();
  const chosen = useApp((facts) => facts.settings.wildcardFolder);
  const trouble = useTemplates((state) => state.folder?.trouble);
  const changed = (): void => {
    useFileDraft.getState().forget();
    void readWildcards();
  };
  const choose = async (): Promise<void> => {
    const answer = await notifyIfFailed(bridge.foldersChooseWildcard());
    if (answer.ok && answer.value.changed) changed();
  };
  const stop = async (): Promise<void> => {
    const answer = await notifyIfFailed(bridge.settingsUpdate({ wildcardFolder: null }));
    if (answer.ok) changed();
  };
  return (
    <>
      <div className={styles.folder}>
        <FolderOpen size={15} aria-hidden />
        <p className={styles.path} title={chosen ?? undefined}>
          {chosen ?? say('wildcards.no-folder')}
        </p>
        {chosen !== null && <Button onClick={() => leave(() => void stop())}>{say('wildcards.stop-using')}</Button>}
        <Button variant={chosen === null ? 'solid' : 'plain'} onClick={() => leave(() => void choose())}>
          {say(chosen === null ? 'wildcards.choose' : 'wildcards.choose-other')}
        </Button>
      </div>
      {chosen !== null && trouble && (
        <p className={styles.trouble} role="alert">
          {trouble === 'missing' ? say('wildcards.missing') : say('wildcards.too-many-files', { most: wildcardLimits.files })}
        </p>
      )}
    </>
  );
}

function Files() {
  const say = useWords();
  const chosen = useApp((facts) => facts.settings.wildcardFolder);
  const folder = useTemplates((state) => state.folder);
  const file = useFileDraft((state) => state.draft?.file ?? null);
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null);
  // The text of a file that was just named is what the person writes next.
  const [named, setNamed] = useState(false);
  const [deleting, setDeleting] = useState<string | null>(null);
  if (chosen === null || folder?.folder !== chosen || folder.trouble === 'missing') return null;
  const remove = async (name: string): Promise<void> => {
    const answer = await notifyIfFailed(bridge.wildcardsRemove({ file: name }));
    if (answer.ok) useFileDraft.getState().forget();
    await readWildcards();
  };
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        {folder.files.length === 0 ? (
          <p className={styles.none}>{say('wildcards.no-files')}</p>
        ) : (
          <ul className={styles.files} aria-label={say('wildcards.files')}>
            {folder.files.map((each) => (
              <FileRow key={each.file} {...each} open={each.file === file} />
            ))}
          </ul>
        )}
        <Button icon={<FilePlus2 size={14} />} onClick={() => leave(() => setNaming('new'))}>
          {say('wildcards.new')}
        </Button>
      </div>
      <div className={styles.editor}>
        {naming && (naming === 'new' || file !== null) ? (
          <NameForm
            from={naming === 'rename' ? file : null}
            onDone={(saved) => {
              setNaming(null);
              setNamed(saved);
            }}
          />
        ) : (
          <FileEditor hasFiles={folder.files.length > 0} takesFocus={named} onRename={() => leave(() => setNaming('rename'))} onDelete={() => setDeleting(file)} />
        )}
      </div>
      <Question
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={say('wildcards.delete-question', { file: deleting ?? '' })}
        description={say('wildcards.delete-explained')}
        confirm={say('wildcards.delete-confirm')}
        onConfirm={() => deleting !== null && void remove(deleting)}
      />
    </div>
  );
}

function FileRow({ file, values, trouble, line, leftOut, open }: WildcardFile & { readonly open: boolean }) {
  const say = useWords();
  const isOpened = trouble !== 'outside' && isWildcardFile(file);
  const where = line === null ? '' : `${say('wildcards.at-line', { line })} `;
  return (
    <li>
      <button type="button" className={styles.file} aria-current={open || undefined} aria-disabled={!isOpened || undefined} onClick={() => isOpened && leave(() => void useFileDraft.getState().open(file))}>
        <span className={styles.name} title={file}>
          {file}
        </span>
        <span className={trouble ? styles.trouble : styles.values}>{trouble ? where + say(`wildcards.trouble.${trouble}`) : say('wildcards.values', { count: values })}</span>
        {leftOut.count > 0 && <span className={styles.trouble}>{say('wildcards.left-out', { count: leftOut.count })}</span>}
      </button>
    </li>
  );
}

/** Asks for the name of a new file, or for another one of `from`. */
function NameForm({ from, onDone }: { readonly from: string | null; readonly onDone: (saved: boolean) => void }) {
  const say = useWords();
  const [name, setName] = useState(from ?? '');
  const [error, setError] = useState<string | null>(null);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const file = wildcardFileNamed(name, from);
    if (!isWildcardFile(file)) return setError(say('wildcards.name-wrong'));
    const answer = await (from === null ? bridge.wildcardsSave({ file, text: '', version: null }) : bridge.wildcardsRename({ file: from, to: file }));
    if (!answer.ok) return setError(errorWords(say, answer.error));
    await readWildcards();
    await useFileDraft.getState().open(file);
    onDone(true);
  };
  return (
    <form className={styles.naming} onSubmit={(event) => void save(event)}>
      <TextField label={say(from === null ? 'wildcards.new-name' : 'wildcards.name')} value={name} onValueChange={setName} error={error} maxLength={200} autoFocus />
      <div className={styles.buttons}>
        <Button onClick={() => onDone(false)}>{say('app.cancel')}</Button>
        <Button variant="solid" submits disabled={name.trim() === ''}>
          {say(from === null ? 'wildcards.create' : 'wildcards.rename-confirm')}
        </Button>
      </div>
    </form>
  );
}
