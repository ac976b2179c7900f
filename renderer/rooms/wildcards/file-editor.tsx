import { useWords, errorWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { matches } from '../../ui/shortcuts/chords.ts';
import { isMac } from '../../ui/shortcuts/key-listener.ts';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Readings } from '../../parts/texts/choose-reading.tsx';
import type { Reading } from '../../stores/lists/readings.ts';
import { useTemplates } from '../../stores/compose/template-store.ts';
import { useFileDraft } from './file-draft.ts';
import styles from './wildcards-dialog.module.css';
import rowStyles from '../../ui/sheets/row.module.css';
import textStyles from '../../ui/sheets/text.module.css';

interface FileEditorProps {
  readonly hasFiles: boolean;
  readonly onRename: () => void;
  readonly onDelete: () => void;
  /** The person chose how a file is read, and edits it next. */
  readonly onRead: () => void;
}

/** The values of a file that are not used, as it was last read. */
function LeftOut({ file }: { readonly file: string }) {
  const say = useWords();
  const leftOut = useTemplates(({ folder }) => folder?.files.find((each) => each.file === file)?.leftOut);
  if (!leftOut || leftOut.count === 0) return null;
  return (
    <ul className={styles.leftOut} aria-label={say('wildcards.left-out', { count: leftOut.count })}>
      {leftOut.first.map(({ line, why, text }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- several may be in one line
        <li key={index}>{say(`wildcards.why.${why}`, { line, text, named: text ? 'yes' : 'no' })}</li>
      ))}
      {leftOut.count > leftOut.first.length && <li>{say('wildcards.more-left-out', { count: leftOut.count - leftOut.first.length })}</li>}
    </ul>
  );
}

/** The text of a wildcard file. */
export function FileEditor({ hasFiles, onRename, onDelete, onRead }: FileEditorProps) {
  const say = useWords();
  const { draft, unread, error, pending, type, save, discard, readAs } = useFileDraft();
  const complaint = error && (
    <p className={styles.trouble} role="alert">
      {errorWords(say, error)}
    </p>
  );
  if (!draft && unread) {
    const choose = (encoding: Reading['encoding']): void => {
      readAs(encoding);
      onRead();
    };
    return (
      <>
        <p role="alert" className={styles.trouble}>
          {say('wildcards.not-unicode', { file: unread.file })}
        </p>
        <Readings readings={unread.readings} onChoose={choose} />
      </>
    );
  }
  if (!draft) return complaint ?? (hasFiles && <p className={textStyles.hint}>{say('wildcards.choose-file')}</p>);
  const changed = draft.text !== draft.saved;
  return (
    <>
      <TextArea
        code
        className={styles.text}
        aria-label={say('wildcards.text', { file: draft.file })}
        value={draft.text}
        spellCheck={false}
        onValueChange={type}
        onKeyDown={(event) => {
          if (!matches({ key: 's', mod: true }, event, isMac())) return;
          event.preventDefault();
          event.stopPropagation();
          void save();
        }}
      />
      <LeftOut file={draft.file} />
      {complaint}
      {pending && (
        <p className={styles.trouble} role="alert">
          {say('wildcards.unsaved')}
        </p>
      )}
      <div className={rowStyles.wrap}>
        <Button onClick={onRename}>{say('wildcards.rename')}</Button>
        <Button onClick={onDelete}>{say('wildcards.delete')}</Button>
        <span className={rowStyles.space} />
        {changed && <Button onClick={discard}>{say('wildcards.discard')}</Button>}
        <Button variant="solid" disabled={!changed} onClick={() => void save()}>
          {say('wildcards.save')}
        </Button>
      </div>
    </>
  );
}
