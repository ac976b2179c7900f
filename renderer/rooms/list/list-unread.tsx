import { Readings } from '../../parts/texts/choose-reading.tsx';
import { readInto, useList } from '../../stores/lists/list-store.ts';
import { largestList } from '../../../shared/lists/list-pieces.ts';
import { useFormats, useWords } from '../../words/words.ts';
import colours from '../../ui/sheets/colour.module.css';
import styles from './list-dialog.module.css';

/** Why the latest text or file could not be read. Where only a person can tell its characters, how each encoding would show them. */
export function Unread() {
  const say = useWords();
  const { bytes } = useFormats();
  const unread = useList((state) => state.unread);
  if (!unread) return null;
  const { why, source, format, readings } = unread;
  return (
    <div className={styles.unread}>
      <p role="alert" className={colours.bad}>
        {say(`list.unread.${why}`, { ...(typeof source === 'string' ? { name: '', named: 'no' } : { name: source.name, named: 'yes' }), most: bytes(largestList) })}
      </p>
      {readings.length > 0 && <Readings readings={readings} onChoose={(encoding) => void readInto(source, format, encoding)} />}
    </div>
  );
}
