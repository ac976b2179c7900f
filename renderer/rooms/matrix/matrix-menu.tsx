import { Columns2, Flag, History, Maximize2, Rows2, Save, Star, SwatchBook, Trash2 } from 'lucide-react';
import type { Marks } from '../../../shared/library/marks.ts';
import { exportSelected } from '../../parts/export/export-dialog-store.ts';
import { AlbumMenu } from '../../parts/marks/album-menu.tsx';
import { mark } from '../../parts/marks/mark-actions.ts';
import { FlagItems, LabelItems, RatingItems } from '../../parts/marks/mark-menu-items.tsx';
import { PromptItems } from '../../parts/pictures/prompt-items.tsx';
import { OfferItems, offersFor } from '../../parts/tasks/task-offers.tsx';
import { reportTask } from '../../parts/tasks/task-report.ts';
import type { MatrixCell } from '../../stores/matrix/matrix-cells.ts';
import { actedCells, topPictures, useMatrix } from '../../stores/matrix/matrix-store.ts';
import { openViewer } from '../../stores/windows/view-store.ts';
import { MenuItem, MenuSeparator, MenuTitle, Submenu } from '../../ui/menu.tsx';
import { useWords } from '../../words/words.ts';
import { actedTarget, compareActed, compareLine, showInHistory, taskOf } from './matrix-actions.ts';

/** The context menu of the cells: what can be done to one, or to all that are selected. */
export function MatrixMenu() {
  const say = useWords();
  const state = useMatrix();
  const cells = actedCells(state);
  const [only, ...others] = cells;
  const pictures = topPictures(cells).length;
  if (others.length > 0) {
    return (
      <>
        <MenuTitle>{say('matrix.selected', { count: cells.length })}</MenuTitle>
        <MenuItem icon={<Columns2 size={14} />} shortcut="matrix-compare" disabled={pictures < 2} onSelect={compareActed}>
          {say('compare.do')}
        </MenuItem>
        {pictures > 0 && <PictureMenu marks={null} />}
        <UnfinishedItems cells={cells} />
      </>
    );
  }
  return only ? <CellMenu cell={only} /> : <MenuTitle>{say('matrix.name')}</MenuTitle>;
}

function CellMenu({ cell }: { readonly cell: MatrixCell }) {
  const say = useWords();
  const { top, entry } = cell;
  const task = taskOf(cell);
  const shown = top?.entry ?? entry;
  return (
    <>
      {top && (
        <MenuItem icon={<Maximize2 size={14} />} shortcut="matrix-open" onSelect={() => openViewer(top.id)}>
          {say('gallery.do.open')}
        </MenuItem>
      )}
      <MenuItem icon={<Columns2 size={14} />} shortcut="matrix-compare" onSelect={() => compareLine('row')}>
        {say('matrix.do.compare-row')}
      </MenuItem>
      <MenuItem icon={<Rows2 size={14} />} shortcut="matrix-compare-column" onSelect={() => compareLine('column')}>
        {say('matrix.do.compare-column')}
      </MenuItem>
      {shown && (
        <MenuItem icon={<History size={14} />} shortcut={top ? undefined : 'matrix-open'} onSelect={() => showInHistory(shown)}>
          {say('matrix.do.show-task')}
        </MenuItem>
      )}
      {top && <PictureMenu marks={top.marks} />}
      <UnfinishedItems cells={[cell]} />
      {task && (
        <>
          <MenuSeparator />
          <PromptItems task={task} prefix={null} {...(top && { imageId: top.id })} />
        </>
      )}
    </>
  );
}

/** Marks and actions for the pictures on top of the selected cells. @param marks those of the only picture. Null: there are several */
function PictureMenu({ marks }: { readonly marks: Marks | null }) {
  const say = useWords();
  const of = actedTarget();
  return (
    <>
      <MenuSeparator />
      <Submenu icon={<Star size={14} />} label={say('marks.rating-menu')}>
        <RatingItems rating={marks?.rating ?? null} of={of} />
      </Submenu>
      <Submenu icon={<Flag size={14} />} label={say('marks.flag-menu')}>
        <FlagItems flag={marks?.flag} of={of} />
      </Submenu>
      <Submenu icon={<SwatchBook size={14} />} label={say('marks.label-menu')}>
        <LabelItems label={marks?.label} of={of} />
      </Submenu>
      <AlbumMenu of={of} />
      <MenuItem icon={<Save size={14} />} shortcut="matrix-export" onSelect={() => void exportSelected(of.target())}>
        {say('export.do')}
      </MenuItem>
      <MenuItem icon={<Trash2 size={14} />} shortcut="matrix-trash" onSelect={() => void mark(of.target(), { kind: 'trash' })}>
        {say('marks.trash')}
      </MenuItem>
    </>
  );
}

/** What can be done to the tasks of these cells that have no picture. */
function UnfinishedItems({ cells }: { readonly cells: readonly MatrixCell[] }) {
  const entries = cells.flatMap(({ entries: all }) => all.filter((entry) => reportTask(entry).tone !== 'done'));
  const offers = offersFor(entries);
  if (offers.length === 0) return null;
  return (
    <>
      <MenuSeparator />
      <OfferItems offers={offers} prefix={null} />
    </>
  );
}
