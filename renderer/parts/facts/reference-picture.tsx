import { ImageOff, Link } from 'lucide-react';
import { useState } from 'react';
import type { Reference } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import { referenceAddress } from '../../../shared/windows/picture-addresses.ts';
import { bridge } from '../../bridge.ts';
import { useReferences } from '../../stores/compose/compose-references.ts';
import { useWords } from '../../words/words.ts';
import { MiddleCut } from '../../ui/middle-cut.tsx';
import { notifyIfFailed } from '../../ui/toast.tsx';
import styles from './task-facts.module.css';

/** What a reference is called: its file's name, or the address without its beginning. */
export function referenceName(say: Words, reference: Reference): string {
  if (reference.kind === 'file') return reference.name || say('references.unnamed');
  return reference.url.replace(/^https?:\/\//, '');
}

/** The name in a sentence, which says something else of a picture without one. */
export const referenceInWords = (say: Words, reference: Reference): { readonly name: string; readonly named: 'yes' | 'no' } => ({
  name: referenceName(say, reference),
  named: reference.kind === 'file' && !reference.name ? 'no' : 'yes',
});

/** A small picture, or a sign for an address. A click shows the file in its folder, or opens the address. */
export function ReferencePicture({ reference }: { readonly reference: Reference }) {
  const say = useWords();
  const copied = useReferences((state) => state.copied);
  const [goneAt, setGoneAt] = useState(-1);
  const name = referenceName(say, reference);
  const label = say(reference.kind === 'file' ? 'references.show' : 'references.open', referenceInWords(say, reference));
  const open = (): void => {
    void notifyIfFailed(reference.kind === 'file' ? bridge.referencesReveal({ sha256: reference.sha256 }) : bridge.referencesOpenAddress({ url: reference.url }));
  };
  return (
    <button type="button" className={styles.picture} data-kind={reference.kind} title={reference.kind === 'file' ? name : reference.url} aria-label={label} onClick={open}>
      {reference.kind === 'address' ? (
        <Link size={15} />
      ) : goneAt === copied ? (
        <ImageOff size={15} />
      ) : (
        <img src={referenceAddress(reference.sha256)} alt="" decoding="async" draggable={false} onError={() => setGoneAt(copied)} />
      )}
    </button>
  );
}

/** The reference pictures of a task, with their names. */
export function ReferenceList({ references }: { readonly references: readonly Reference[] }) {
  const say = useWords();
  return (
    <ul className={styles.references}>
      {references.map((reference, at) => (
        <li key={at} className={styles.reference}>
          <ReferencePicture reference={reference} />
          <MiddleCut text={referenceName(say, reference)} />
        </li>
      ))}
    </ul>
  );
}
