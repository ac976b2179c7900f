import { FilePlus2, FolderOpen } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { isWildcardFile, wildcardFileNamed, wildcardLimits, type WildcardFile } from '../../../shared/templates/wildcard-files.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { readWildcards, useTemplates } from '../../stores/compose/template-store.ts';
import type { Words } from '../../../shared/words/index.ts';
import { errorWords, useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { ask, askText, type Asked } from '../../ui/dialogs/ask.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { useFileDraft } from './file-draft.ts';
import { FileEditor } from './file-editor.tsx';
import styles from './wildcards-dialog.module.css';
import textStyles from '../../ui/sheets/text.module.css';

/** Runs `next` when nothing unsaved would be lost. */
const leave = (next: () => void): void => useFileDraft.getState().leave(next);

/** The wildcard folder, its files, and an editor for them. The files are read again when it opens and closes. */
export function WildcardsDialog({ close }: Asked) {
  const say = useWords();
  useEffect(() => {
    void readWildcards();
    return () => void readWildcards();
  }, []);
  return (
    <Dialog onClose={() => leave(close)} title={say('wildcards.title')} description={say('wildcards.explained')} wide>
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
  const file = useFileDraft((state) => (state.draft ?? state.unread)?.file ?? null);
  const editor = useRef<HTMLDivElement>(null);
  if (chosen === null || folder?.folder !== chosen || folder.trouble === 'missing') return null;
  const focusText = (): void => void requestAnimationFrame(() => editor.current?.querySelector('textarea')?.focus());
  const nameFile = async (from: string | null): Promise<void> => {
    // The text of a file that was just named is what the person writes next.
    if ((await askFileName(say, from)) !== null) focusText();
  };
  const remove = async (name: string): Promise<void> => {
    const words = { title: say('wildcards.delete-question', { file: name }), description: say('wildcards.delete-explained'), confirm: say('wildcards.delete-confirm') };
    if ((await ask('confirm', words)) === null) return;
    const answer = await notifyIfFailed(bridge.wildcardsRemove({ file: name }));
    if (answer.ok) useFileDraft.getState().forget();
    await readWildcards();
  };
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        {folder.files.length === 0 ? (
          <p className={textStyles.hint}>{say('wildcards.no-files')}</p>
        ) : (
          <ul className={styles.files} aria-label={say('wildcards.files')}>
            {folder.files.map((each) => (
              <FileRow key={each.file} {...each} open={each.file === file} />
            ))}
          </ul>
        )}
        <Button icon={<FilePlus2 size={14} />} onClick={() => leave(() => void nameFile(null))}>
          {say('wildcards.new')}
        </Button>
      </div>
      <div ref={editor} className={styles.editor}>
        <FileEditor hasFiles={folder.files.length > 0} onRename={() => leave(() => void nameFile(file))} onDelete={() => file !== null && void remove(file)} onRead={focusText} />
      </div>
    </div>
  );
}

function FileRow({ file, values, trouble, line, leftOut, open }: WildcardFile & { readonly open: boolean }) {
  const say = useWords();
  const isOpened = trouble !== 'outside' && isWildcardFile(file);
  const why = trouble && say(`wildcards.trouble.${trouble}`);
  return (
    <li>
      <button type="button" className={styles.file} aria-current={open || undefined} aria-disabled={!isOpened || undefined} onClick={() => isOpened && leave(() => void useFileDraft.getState().open(file))}>
        <span className={textStyles.cut} title={file}>
          {file}
        </span>
        <span className={trouble ? styles.trouble : textStyles.hint}>{why === null ? say('wildcards.values', { count: values }) : line === null ? why : say('wildcards.trouble-at', { line, trouble: why })}</span>
        {leftOut.count > 0 && <span className={styles.trouble}>{say('wildcards.left-out', { count: leftOut.count })}</span>}
      </button>
    </li>
  );
}

/** Asks for the name of a new file, or for another one of `from`, and opens the file. */
function askFileName(say: Words, from: string | null): Promise<string | null> {
  return askText({
    title: say(from === null ? 'wildcards.new-title' : 'wildcards.rename-title', { file: from ?? '' }),
    label: say(from === null ? 'wildcards.new-name' : 'wildcards.name'),
    value: from ?? '',
    longest: 200,
    confirm: say(from === null ? 'wildcards.create' : 'wildcards.rename-confirm'),
    save: async (name) => {
      const file = wildcardFileNamed(name, from);
      if (!isWildcardFile(file)) return say('wildcards.name-wrong');
      const answer = await (from === null ? bridge.wildcardsSave({ file, text: '', version: null }) : bridge.wildcardsRename({ file: from, to: file }));
      if (!answer.ok) return errorWords(say, answer.error);
      await readWildcards();
      await useFileDraft.getState().open(file);
      return null;
    },
  });
}
