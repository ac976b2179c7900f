import { useRef, useState } from 'react';
import type { ImageId } from '../../../../shared/task.ts';
import { wholePicture } from '../../../parts/stage/use-stage.ts';
import { focusCompared, useCompare } from '../../../stores/compare-store.ts';
import { useDescriptions } from '../../../stores/pictures/descriptions.ts';
import { useWords } from '../../../words/words.ts';
import type { Press } from '../../../commands/command.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { useBox } from '../../../ui/use-box.ts';
import { comparedSettings } from '../settings/compared-settings.ts';
import { promptParts } from '../settings/prompt-words.ts';
import { SameSettings } from '../settings/setting-list.tsx';
import { sizeOf } from './compared-size.ts';
import { isLargeTogether } from './large-pictures.tsx';
import { columnsFor, paneBeside } from './pane-layout.ts';
import styles from './panes.module.css';
import compareStyles from '../compare.module.css';
import { Pane } from './pane.tsx';

interface PaneGridProps {
  /** The pictures that are left. */
  readonly ids: readonly ImageId[];
  readonly focused: ImageId | null;
  /** Whether the settings are shown. */
  readonly factsOpen: boolean;
}

/** The pictures side by side. All of them show the same part. */
export function PaneGrid({ ids, focused, factsOpen }: PaneGridProps) {
  const say = useWords();
  const element = useRef<HTMLDivElement>(null);
  const box = useBox(element, { width: window.innerWidth, height: window.innerHeight });
  const [chosen, choose] = useState(wholePicture);
  const all = useCompare((state) => state.ids);
  const { infos } = useDescriptions();
  const known = ids.map((id) => infos.get(id) ?? null);
  const sizes = known.map(sizeOf);
  const columns = columnsFor(box, sizes.map(({ width, height }) => width / height));
  const complete = known.filter((info) => info !== null);
  const settings = comparedSettings(complete.length === ids.length ? complete : []);
  const prompts = complete.length === ids.length ? complete.map(({ task }) => task.request.prompt) : [];
  const samePrompt = prompts.every((prompt) => prompt === prompts[0]);
  const parts = samePrompt ? [] : promptParts(prompts);
  const texts = parts.map((of) => of.map(({ text }) => text).join(''));
  const large = isLargeTogether(sizes);
  const move = ({ key }: Press): void => {
    const to = ids[paneBeside(ids.findIndex((id) => id === focused), key, columns, ids.length)];
    if (to !== undefined) focusCompared(to);
  };
  useCommands('compare', { move });
  return (
    <div className={compareStyles.panes}>
      <div ref={element} className={styles.panes} role="grid" aria-label={say('compare.pictures')} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        <div role="row" className={styles.row}>
          {ids.map((id, at) => (
            <Pane
              key={id}
              id={id}
              info={known[at] ?? null}
              size={sizes[at] ?? sizeOf(null)}
              ordinal={all.indexOf(id) + 1}
              count={all.length}
              focused={id === focused}
              knocksOut={ids.length > 1}
              inDetail={!large || id === focused}
              chosen={chosen}
              choose={choose}
              differing={factsOpen ? settings.differing.map(({ name, values }) => ({ name, value: values[at] ?? null })) : []}
              prompt={factsOpen ? (parts[at] ?? null) : null}
              prompts={texts}
            />
          ))}
        </div>
      </div>
      {large && <p className={styles.large}>{say('compare.large')}</p>}
      {factsOpen && <SameSettings same={settings.same} prompt={samePrompt ? (prompts[0] ?? '') : ''} />}
    </div>
  );
}
