import { ArrowDownUp, Layers, Rows3 } from 'lucide-react';
import { useRef } from 'react';
import { isPlain, oneWay, pictureGroups, pictureSorts, pictureStacks, type Arrangement } from '../../../shared/library/arrangement.ts';
import { CommandMenu } from '../../commands/command-menu.tsx';
import { nothingIn } from '../../commands/command.ts';
import { useKeysOf } from '../../commands/registry.ts';
import { useCommands } from '../../commands/use-commands.ts';
import type { Words } from '../../../shared/words/index.ts';
import { groupBy, setDescending, sortBy, stackBy, useArrangement } from '../../stores/gallery/change-arrangement.ts';
import { hasWords, isInAlbum, isLikeSearch } from '../../stores/gallery/arrangements.ts';
import { useLibrarySearch } from '../../stores/gallery/library-view.ts';
import { useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator, Submenu } from '../../ui/menu.tsx';
import styles from './sheet-bar.module.css';

/** The menu that sorts, groups and stacks the pictures. Each place keeps its own arrangement. */
export function ViewMenu() {
  const keysOf = useKeysOf();
  const say = useWords();
  const button = useRef<HTMLButtonElement>(null);
  const arrangement = useArrangement();
  useCommands('gallery', { 'view-menu': () => button.current?.click() });
  return (
    <Menu
      align="end"
      trigger={
        <IconButton ref={button} label={sayView(say, arrangement)} keys={keysOf('view-menu', 'gallery')} className={isPlain(arrangement) ? undefined : styles.arranged}>
          <ArrowDownUp size={15} />
        </IconButton>
      }
    >
      <SortItems arrangement={arrangement} />
      <MenuSeparator />
      <Submenu icon={<Rows3 size={14} />} label={say('arrange.group')}>
        <MenuChoice
          label={say('arrange.group')}
          value={arrangement.group ?? 'none'}
          onValueChange={(value) => groupBy(value === 'none' ? null : value)}
          choices={(['none', ...pictureGroups] as const).map((value) => ({ value, name: say(`arrange.group.${value}`) }))}
        />
      </Submenu>
      <Submenu icon={<Layers size={14} />} label={say('arrange.stack')}>
        <StackItems stack={arrangement.stack} />
      </Submenu>
      <CommandMenu items={['near-copies']} subject={nothingIn('gallery')} />
    </Menu>
  );
}

function SortItems({ arrangement: { by, descending } }: { readonly arrangement: Arrangement }) {
  const say = useWords();
  const searchHasWords = useLibrarySearch(({ search }) => hasWords(search));
  const isLike = useLibrarySearch(({ search }) => isLikeSearch(search));
  const album = useLibrarySearch(({ search }) => isInAlbum(search));
  const sorts = pictureSorts.filter((sort) => (sort !== 'relevance' || searchHasWords) && (sort !== 'hand' || album) && (sort !== 'similarity' || isLike));
  return (
    <>
      <MenuChoice label={say('arrange.sort')} value={by} onValueChange={sortBy} choices={sorts.map((sort) => ({ value: sort, name: say(`arrange.sort.${sort}`) }))} />
      {(by === 'random' || !oneWay.includes(by)) && <MenuSeparator />}
      {by === 'random' && <MenuItem onSelect={() => sortBy('random')}>{say('arrange.shuffle')}</MenuItem>}
      {!oneWay.includes(by) && (
        <MenuChoice
          label={say('arrange.direction')}
          value={descending ? 'down' : 'up'}
          onValueChange={(value) => setDescending(value === 'down')}
          choices={(['down', 'up'] as const).map((value) => ({ value, name: sayOrder(say, { by, descending: value === 'down' }) }))}
        />
      )}
    </>
  );
}

function StackItems({ stack }: Pick<Arrangement, 'stack'>) {
  const say = useWords();
  return (
    <>
      <MenuChoice
        label={say('arrange.stack')}
        value={stack ?? 'none'}
        onValueChange={(value) => stackBy(value === 'none' ? null : value)}
        choices={(['none', ...pictureStacks] as const).map((value) => ({ value, name: say(`arrange.stack.${value}`) }))}
      />
      {stack !== null && (
        <>
          <CommandMenu items={['all-stacks']} subject={nothingIn('gallery')} />
          <p className={styles.explained}>{say('arrange.stack-explained')}</p>
        </>
      )}
    </>
  );
}

/** The order, and how the pictures are grouped and stacked. */
function sayView(say: Words, arrangement: Arrangement): string {
  const { group, stack } = arrangement;
  const parts = [
    ...(group === null ? [] : [{ name: say('arrange.group'), value: say(`arrange.group.${group}`) }]),
    ...(stack === null ? [] : [{ name: say('arrange.stack'), value: say(`arrange.stack.${stack}`) }]),
  ];
  return parts.reduce((view, part) => say('arrange.view-with', { view, ...part }), say('arrange.view', { order: sayOrder(say, arrangement) }));
}

function sayOrder(say: Words, { by, descending }: Pick<Arrangement, 'by' | 'descending'>): string {
  if (by === 'hand' || by === 'random' || by === 'relevance' || by === 'similarity') return say(`arrange.down.${by}`);
  return say(descending ? `arrange.down.${by}` : `arrange.up.${by}`);
}
