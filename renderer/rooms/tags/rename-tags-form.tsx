import { useState, type FormEvent } from 'react';
import { longestTag, tidyTag, type TagCount } from '../../../shared/library/marks.ts';
import { fold } from '../../../shared/search/text/fold.ts';
import { retag } from '../../parts/marks/mark-actions.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useWords } from '../../words/words.ts';
import styles from './tags-dialog.module.css';

interface RenameTagsFormProps {
  readonly chosen: readonly TagCount[];
  /** All tags. */
  readonly tags: readonly TagCount[];
  /** Called with the name that the tags have now. */
  readonly onDone: (name: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the new name of one tag, or the common name of several. Says what will be merged. */
export function RenameTagsForm({ chosen, tags, onDone, onCancel }: RenameTagsFormProps) {
  const say = useWords();
  const [first] = chosen;
  const [name, setName] = useState(first?.name ?? '');
  const [busy, setBusy] = useState(false);
  const wanted = tidyTag(name);
  const from = chosen.map((tag) => tag.name);
  const existing = tags.find((tag) => fold(tag.name) === fold(wanted) && !from.includes(tag.name));
  const merges = chosen.length > 1 || existing !== undefined;
  const rename = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    await retag(from, wanted);
    onDone(existing?.name ?? wanted);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void rename(event)}>
      <p>{say(chosen.length > 1 ? 'tags.merge-which' : 'tags.rename-which', { tags: from.map((tag) => `“${tag}”`).join(', '), count: chosen.length })}</p>
      <TextField
        label={say('tags.new-name')}
        value={name}
        onValueChange={setName}
        maxLength={longestTag}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        hint={existing && say('tags.exists', { tag: existing.name, count: existing.pictures, pictures: chosen.reduce((sum, { pictures }) => sum + pictures, 0) })}
      />
      <div className={styles.actions}>
        <Button onClick={onCancel}>{say('app.cancel')}</Button>
        <Button variant="solid" submits disabled={busy || wanted === '' || (chosen.length === 1 && wanted === first?.name)}>
          {say(merges ? 'tags.merge-confirm' : 'tags.rename-confirm')}
        </Button>
      </div>
    </form>
  );
}
