import { Plus } from 'lucide-react';
import { useState, type DragEvent, type ReactNode } from 'react';
import { addToAlbum, nameAlbum } from '../../parts/marks/album-actions.ts';
import { useListed } from '../../stores/library/albums-store.ts';
import { useDragged } from '../../stores/selection/dragged.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import { useWords } from '../../words/words.ts';
import { EntryIcon } from './album-list.tsx';
import popup from '../../ui/popup.module.css';
import styles from './sidebar.module.css';
import textStyles from '../../ui/sheets/text.module.css';
import { useDrop } from './use-drop.ts';

interface OpenList {
  /** The drag for which the list opened. */
  readonly of: MarkTarget;
  readonly top: number;
  readonly left: number;
}

/**
 * Opens a list of all albums while pictures are dragged over the button of the rail. Dropping them on an album adds them. By key, M does the same, so
 * the list is for the pointer only.
 */
export function RailDrop({ children }: { readonly children: ReactNode }) {
  const say = useWords();
  const of = useDragged((dragged) => dragged.of);
  const [list, setList] = useState<OpenList | null>(null);
  const entries = useListed();
  const open = (event: DragEvent): void => {
    const { right: left, top } = event.currentTarget.getBoundingClientRect();
    if (of !== null && list?.of !== of) setList({ of, top, left });
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setList(null);
  };
  return (
    <div onDragEnter={open} onDragLeave={leave} onDrop={() => setList(null)}>
      {children}
      {list !== null && list.of === of && (
        <div className={styles.dropList} style={{ top: list.top, left: list.left }} aria-hidden>
          {entries.flatMap((entry) =>
            entry.kind === 'album' ? [<Row key={entry.key} icon={<EntryIcon entry={entry} />} name={entry.name} take={(dragged) => void addToAlbum(entry.album, dragged)} />] : [],
          )}
          <Row icon={<Plus size={15} />} name={say('albums.new')} take={(dragged) => void nameAlbum(null, dragged)} />
        </div>
      )}
    </div>
  );
}

interface RowProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly take: (dragged: MarkTarget) => void;
}

function Row({ icon, name, take }: RowProps) {
  const drop = useDrop({ pictures: take });
  return (
    <div className={popup.item} {...drop}>
      {icon}
      <span className={textStyles.cut} dir="auto">
        {name}
      </span>
    </div>
  );
}
