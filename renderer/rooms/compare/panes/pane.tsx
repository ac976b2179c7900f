import { useKeysOf } from '../../../commands/registry.ts';
import { useZoomCommands } from '../../../commands/use-zoom-commands.ts';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { marksShown } from '../../../../shared/library/marks.ts';
import type { ImageInfo } from '../../../../shared/ipc/api.ts';
import type { ImageId } from '../../../../shared/task.ts';
import { MarkSigns, saySigns } from '../../../parts/marks/mark-signs.tsx';
import { StagedPicture } from '../../../parts/stage/staged-picture.tsx';
import { pointOn, useLinkedStage, type Chosen, type Stage } from '../../../parts/stage/use-stage.ts';
import type { Size } from '../../../parts/stage/zoom.ts';
import { focusCompared, knockOut } from '../../../stores/compare-store.ts';
import { useDescription } from '../../../stores/pictures/descriptions.ts';
import { useImageMarks } from '../../../stores/pictures/marks-store.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';
import type { Setting } from '../settings/compared-settings.ts';
import type { PromptPart } from '../settings/prompt-words.ts';
import { SettingList } from '../settings/setting-list.tsx';
import { SmallerPicture } from './large-pictures.tsx';
import styles from './panes.module.css';
import { panStep } from './compared-size.ts';

interface PaneProps {
  readonly id: ImageId;
  /** Null until it has loaded. */
  readonly info: ImageInfo | null;
  readonly size: Size;
  /** Its place among all compared pictures, from 1. */
  readonly ordinal: number;
  readonly count: number;
  readonly focused: boolean;
  /** Whether it can be knocked out. The last one cannot. */
  readonly knocksOut: boolean;
  /** Whether the full picture is shown. */
  readonly inDetail: boolean;
  readonly chosen: Chosen;
  readonly choose: (next: (before: Chosen) => Chosen) => void;
  /** The settings that differ. */
  readonly differing: readonly Setting[];
  /** Its prompt, if the prompts differ. */
  readonly prompt: readonly PromptPart[] | null;
  /** The prompts of all pictures, if they differ. Each caption leaves room for all of them, so that all pictures have the same height. */
  readonly prompts: readonly string[];
}

/** One picture of the comparison, and the settings that differ from the others. */
export function Pane({ id, info, size, ordinal, count, focused, knocksOut, inDetail, chosen, choose, differing, prompt, prompts }: PaneProps) {
  const keysOf = useKeysOf();
  const say = useWords();
  const pane = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLDivElement>(null);
  const stage = useLinkedStage(element, size, chosen, choose);
  // Requests the description.
  useDescription(id);
  const asked = info?.task.request.prompt ?? '';
  const alt = asked || say('compare.picture-alone');
  const file = info?.image.state.status === 'kept' ? info.image.state.file : null;
  useZoomCommands('compare', stage, focused ? panStep : null);
  useEffect(() => {
    const shown = pane.current;
    if (focused && shown && !shown.contains(document.activeElement)) shown.focus({ preventScroll: true });
  }, [focused]);
  return (
    <div
      ref={pane}
      role="gridcell"
      className={classes(styles.pane, focused && styles.focused)}
      tabIndex={focused ? 0 : -1}
      aria-label={say('compare.picture', { at: ordinal, count, prompt: alt })}
      aria-current={focused || undefined}
      data-compared={id}
      onFocus={() => focusCompared(id)}
    >
      <div
        ref={element}
        className={classes(styles.stage, stage.canPan && styles.pans)}
        {...stage.pointer}
        onDoubleClick={(event) => stage.toggle(pointOn(event.currentTarget, event))}
      >
        {inDetail ? <StagedPicture id={id} stage={stage} alt={alt} file={file} /> : <SmallerPicture id={id} stage={stage} alt={alt} />}
      </div>
      <div className={styles.caption}>
        <div className={styles.head}>
          <span className={styles.ordinal}>{ordinal}</span>
          <Percent stage={stage} />
          <Signs id={id} />
          {knocksOut && (
            <IconButton size="small" label={say('compare.knock-out')} keys={keysOf('knock-out', 'compare')} onClick={() => knockOut(id)}>
              <X size={14} />
            </IconButton>
          )}
        </div>
        <SettingList settings={differing} prompt={prompt} prompts={prompts} />
      </div>
    </div>
  );
}

function Percent({ stage }: { readonly stage: Stage }) {
  const keysOf = useKeysOf();
  const say = useWords();
  const { percent } = useFormats();
  const shown = percent(stage.placement.scale * window.devicePixelRatio * 100);
  const action = stage.fits ? say('viewer.actual') : say('viewer.fit');
  return (
    <Tooltip label={action} keys={keysOf('actual-size', 'compare')}>
      <button type="button" className={styles.percent} aria-label={say('compare.zoom', { percent: shown, action })} onClick={() => stage.toggle()}>
        {shown}
      </button>
    </Tooltip>
  );
}

function Signs({ id }: { readonly id: ImageId }) {
  const say = useWords();
  const marks = useImageMarks(id);
  const signs = marks === null ? '' : saySigns(say, marksShown(marks));
  return (
    <span className={styles.signs} role="status">
      {marks && signs !== '' && (
        <span role="img" aria-label={signs}>
          <MarkSigns {...marksShown(marks)} />
        </span>
      )}
    </span>
  );
}
