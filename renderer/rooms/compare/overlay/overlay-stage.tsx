import { useEffect, useRef, useState } from 'react';
import type { ImageId } from '../../../../shared/task.ts';
import { placedOn, pointOn, useLinkedStage, wholePicture, type Stage } from '../../../parts/stage/use-stage.ts';
import type { Size } from '../../../parts/stage/zoom.ts';
import { useCompare, type CompareMode } from '../../../stores/compare-store.ts';
import { useDescription } from '../../../stores/pictures/descriptions.ts';
import { pictureAddress } from '../../../../shared/windows/picture-addresses.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import { Slider } from '../../../ui/fields/slider.tsx';
import { classes } from '../../../ui/classes.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { useZoomCommands } from '../../../commands/use-zoom-commands.ts';
import { isRightToLeft } from '../../../ui/direction.ts';
import { panStep, sizeOf } from '../panes/compared-size.ts';
import { Divider } from './divider.tsx';
import { commonSize, factors, haveOneShape, stepFactor } from './overlay-shape.ts';
import styles from './overlay.module.css';
import rowStyles from '../../../ui/sheets/row.module.css';
import compareStyles from '../compare.module.css';

interface OverlayStageProps {
  readonly pair: readonly [ImageId, ImageId];
  readonly mode: Exclude<CompareMode, 'side'>;
}

/** Two pictures at the same place: both sides of a divider, or only their difference. */
export function OverlayStage({ pair: [first, second], mode }: OverlayStageProps) {
  const say = useWords();
  const { number } = useFormats();
  const element = useRef<HTMLDivElement>(null);
  const ids = useCompare((state) => state.ids);
  const sizes = [sizeOf(useDescription(first)), sizeOf(useDescription(second))] as const;
  const [chosen, choose] = useState(wholePicture);
  const stage = useLinkedStage(element, commonSize(...sizes), chosen, choose);
  /** The share of the stage's width, from where lines begin, that shows the first picture. */
  const [divided, setDivided] = useState(0.5);
  const [factor, setFactor] = useState<number>(factors.first);
  useEffect(() => {
    const shown = element.current;
    // Focuses the divider. The difference view has none.
    (shown?.querySelector<HTMLElement>('[role="slider"]') ?? shown)?.focus({ preventScroll: true });
  }, [mode]);
  useZoomCommands('compare', stage, panStep);
  useCommands('overlay', { divide: mode === 'overlay' && (({ key }) => setDivided((at) => movedDivider(at, key))) });
  useCommands('difference', { amplify: mode === 'difference' && (({ key }) => setFactor((before) => stepFactor(before, key === 'ArrowUp' || key === 'ArrowRight' ? 1 : -1))) });
  const beyond = `${(1 - divided) * 100}%`;
  const ordinals = { first: ids.indexOf(first) + 1, second: ids.indexOf(second) + 1 };
  return (
    <div className={compareStyles.panes}>
      <div
        ref={element}
        tabIndex={-1}
        className={classes(styles.stage, stage.canPan && styles.pans)}
        {...stage.pointer}
        onDoubleClick={(event) => event.target instanceof Element && event.target.closest('[role="slider"]') === null && stage.toggle(pointOn(event.currentTarget, event))}
      >
        {mode === 'overlay' ? (
          <>
            <Layer id={second} stage={stage} />
            <div className={styles.clip} style={{ clipPath: isRightToLeft() ? `inset(0 0 0 ${beyond})` : `inset(0 ${beyond} 0 0)` }}>
              <Layer id={first} stage={stage} />
            </div>
            <Divider label={say('compare.divider', ordinals)} share={divided} onShare={setDivided} />
          </>
        ) : (
          <div className={styles.difference} style={{ filter: `brightness(${factor})` }}>
            <Layer id={first} stage={stage} />
            <div className={styles.over}>
              <Layer id={second} stage={stage} />
            </div>
          </div>
        )}
      </div>
      <div className={styles.caption}>
        <p>{mode === 'overlay' ? say('compare.overlay-of', ordinals) : say('compare.difference-of', ordinals)}</p>
        {mode === 'difference' && (
          <div className={rowStyles.row}>
            <span aria-hidden>{say('compare.amplify')}</span>
            <Slider
              label={say('compare.amplify')}
              value={Math.log2(factor)}
              min={0}
              max={Math.log2(factors.most)}
              valueText={(value) => say('compare.times', { factor: number(2 ** value) })}
              onValueChange={(value) => setFactor(2 ** value)}
            />
            <span className={styles.factor}>{say('compare.times', { factor: number(factor) })}</span>
          </div>
        )}
        {!sameSize(...sizes) && <p className={styles.note}>{say(haveOneShape(...sizes) ? 'compare.scaled' : 'compare.fitted', { first: dimensionsOf(sizes[0]), second: dimensionsOf(sizes[1]) })}</p>}
      </div>
    </div>
  );
}

const sameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height;

const dimensionsOf = ({ width, height }: Size): string => `${width} × ${height}`;

const dividerStep = 0.05;

function movedDivider(at: number, key: string): number {
  if (key === 'Home' || key === 'End') return key === 'Home' ? 0 : 1;
  return Math.min(Math.max(at + (key === 'ArrowLeft' ? -dividerStep : dividerStep), 0), 1);
}

/** A picture in the common frame, shown whole and undistorted. */
function Layer({ id, stage }: { readonly id: ImageId; readonly stage: Stage }) {
  const say = useWords();
  const info = useDescription(id);
  return (
    <div
      className={classes(styles.layer, stage.gliding && styles.gliding)}
      style={placedOn(stage)}
    >
      <img src={pictureAddress(id)} alt={info?.task.request.prompt || say('compare.picture-alone')} draggable={false} />
    </div>
  );
}
