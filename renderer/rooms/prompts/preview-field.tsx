import { ImageOff } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { ImageId } from '../../../shared/task.ts';
import { thumbnailAddress } from '../../../shared/windows/picture-addresses.ts';
import { bridge } from '../../bridge.ts';
import { lead } from '../../stores/selection/selection-store.ts';
import { useWords } from '../../words/words.ts';
import textStyles from '../../ui/sheets/text.module.css';
import styles from './prompts.module.css';

interface PreviewFieldProps {
  /** The prompt whose pictures are offered. */
  readonly prompt: string;
  readonly imageId: ImageId | null;
  /** Whether the newest picture of the prompt becomes the preview. */
  readonly offersFirst: boolean;
  readonly onChange: (imageId: ImageId | null) => void;
}

/** Offers the current preview, other pictures of the prompt, and the picture that is selected in the gallery. */
export function PreviewField({ prompt, imageId, offersFirst, onChange }: PreviewFieldProps) {
  const say = useWords();
  const name = useId();
  const [offered] = useState(() => {
    const selected = lead();
    return [imageId, selected?.kind === 'image' ? selected.imageId : null].filter((id) => id !== null);
  });
  const [ofPrompt, setOfPrompt] = useState<readonly ImageId[]>([]);
  const arrived = useEffectEvent((ids: readonly ImageId[]) => {
    setOfPrompt(ids);
    const [first] = ids;
    if (offersFirst && imageId === null && first !== undefined) onChange(first);
  });
  useEffect(() => {
    let isShown = prompt !== '';
    if (isShown) void bridge.promptsPictures({ prompt }).then((answer) => isShown && answer.ok && arrived(answer.value));
    return () => {
      isShown = false;
    };
  }, [prompt]);
  const pictures = [...new Set([...offered.slice(0, imageId === null ? 0 : 1), ...ofPrompt, ...offered])];
  return (
    <fieldset className={styles.offered}>
      <legend className={textStyles.label}>{say('prompts.form.preview')}</legend>
      {[null, ...pictures].map((id, at) => (
        <label key={id} className={styles.preview} title={say(id === null ? 'prompts.form.no-preview' : 'prompts.form.picture', { ordinal: at })}>
          <input type="radio" className="visually-hidden" name={name} checked={id === imageId} aria-label={say(id === null ? 'prompts.form.no-preview' : 'prompts.form.picture', { ordinal: at })} onChange={() => onChange(id)} />
          {id === null ? <ImageOff size={18} aria-hidden /> : <img src={thumbnailAddress(id)} alt="" draggable={false} onError={(event) => (event.currentTarget.style.visibility = 'hidden')} />}
        </label>
      ))}
    </fieldset>
  );
}
