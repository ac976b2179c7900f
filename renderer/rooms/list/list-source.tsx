import { FileText } from 'lucide-react';
import { useRef, useState, type ClipboardEvent, type RefObject } from 'react';
import { listExtensions } from '../../../shared/lists/list-file-extensions.ts';
import { readInto, undoList, useList } from '../../stores/lists/list-store.ts';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Unread } from './list-unread.tsx';
import styles from './list-dialog.module.css';
import rowStyles from '../../ui/sheets/row.module.css';

/** Where a list comes from: pasted or typed here, chosen, or dropped anywhere on the window. */
export function ListSourceField({ ref }: { readonly ref: RefObject<HTMLTextAreaElement | null> }) {
  const say = useWords();
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const reading = useList((state) => state.reading);
  const hasBefore = useList(({ undoable }) => undoable.length > 0);
  /** Text that is pasted into the empty field is read as a list at once. */
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text/plain');
    if (text !== '' || !/\S[\r\n]+\s*\S/.test(pasted)) return;
    event.preventDefault();
    void readInto(pasted);
  };
  return (
    <div className={styles.source}>
      <TextArea ref={ref} rows={10} value={text} aria-label={say('list.paste')} placeholder={say('list.placeholder')} spellCheck={false} onValueChange={setText} onPaste={onPaste} />
      <Unread />
      <div className={rowStyles.wrap}>
        <Button size="large" icon={<FileText size={15} />} onClick={() => file.current?.click()}>
          {say('list.choose')}
        </Button>
        <span className={styles.hint}>{reading ? say('list.reading') : say('list.drop-hint')}</span>
        {hasBefore && (
          <Button size="large" onClick={undoList}>
            {say('list.back')}
          </Button>
        )}
        <Button size="large" variant="solid" aria-disabled={text.trim() === ''} onClick={() => text.trim() !== '' && void readInto(text)}>
          {say('list.read')}
        </Button>
      </div>
      <input
        ref={file}
        type="file"
        hidden
        accept={listExtensions.join(',')}
        aria-label={say('list.choose')}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) void readInto(chosen);
          // Lets the person choose the same file again.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
