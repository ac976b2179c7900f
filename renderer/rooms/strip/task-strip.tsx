import { Aperture, Clock, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TaskWithImages } from '../../../shared/task.ts';
import { cellCount } from '../../stores/gallery/cells.ts';
import { useGallery } from '../../stores/gallery/gallery-store.ts';
import { useNow } from '../../stores/now.ts';
import { setStripOpen, useView } from '../../stores/view-store.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { classes } from '../../ui/classes.ts';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { NewPictures } from './new-pictures.tsx';
import { LatentCanvas } from '../../parts/latent/latent-canvas.tsx';
import { progressOf } from '../../parts/latent/latent-image.ts';
import { useHeadTasks } from '../../stores/selection/head-tasks.ts';
import { countsOf, sectionNames, sectionOf, type Counts, type SectionName } from './sections.ts';
import { StripPanel } from './strip-panel.tsx';
import { showSection, useStrip } from './strip-state.ts';
import styles from './task-strip.module.css';

/**
 * One row above the sheet with the numbers of pictures and of tasks in progress, waiting or wrong. It is always there, so that nothing moves
 * when work begins. The list of tasks opens below it.
 */
export function TaskStrip() {
  const row = useRef<HTMLDivElement>(null);
  const tasks = useHeadTasks();
  const counts = countsOf(tasks);
  const open = useView((view) => view.stripOpen);
  const hasTasks = counts.problems + counts.waiting + counts.progress > 0;
  const shown = useShown(open, hasTasks);
  const hasFocus = (): boolean => document.activeElement?.closest('[data-strip-panel]') != null;
  const close = (): void => {
    const hadFocus = hasFocus();
    setStripOpen(false);
    if (hadFocus) (row.current?.querySelector('button') ?? row.current)?.focus();
  };
  useShortcut('strip', (event) => {
    if (event.repeat) return;
    if (shown && (hasFocus() || !hasTasks)) close();
    else if (hasTasks) showSection(null);
  });
  return (
    <div className={styles.strip}>
      <div ref={row} className={styles.row} tabIndex={-1}>
        <PictureCount />
        <Developing />
        <div className={styles.buttons}>
          {sectionNames.toReversed().map((name) => counts[name] > 0 && <SectionButton key={name} name={name} counts={counts} open={shown} onClose={close} />)}
        </div>
        <NewPictures />
        <Announcement problems={counts.problems} />
      </div>
      {shown && <StripPanel onClose={close} />}
    </div>
  );
}

/** A panel that has shown tasks stays until the person closes it, so that the sheet does not move. */
function useShown(open: boolean, hasTasks: boolean): boolean {
  const [used, setUsed] = useState(hasTasks);
  const now = open && (used || hasTasks);
  if (used !== now) setUsed(now);
  return now;
}

function PictureCount() {
  const say = useWords();
  const pictures = useGallery(cellCount);
  const counted = useGallery(({ view }) => view.counted);
  const searched = useGallery(({ view }) => view.search.trim() !== '');
  return (
    // The result of a search is announced. New pictures are not.
    <p className={styles.count} role="status" aria-live={searched ? 'polite' : 'off'}>
      {say(!counted ? 'gallery.counting' : searched ? 'gallery.found' : 'gallery.count', { count: pictures })}
    </p>
  );
}

const mostSquares = 6;

/** A small developing square for each of the first tasks in progress. */
function Developing() {
  const tasks = useHeadTasks();
  const first: TaskWithImages[] = [];
  for (const entry of tasks.values()) {
    if (first.length < mostSquares && sectionOf(entry) === 'progress') first.push(entry);
  }
  if (first.length === 0) return null;
  return (
    <div className={styles.squares} aria-hidden>
      {first.map((entry) => (
        <Square key={entry.task.id} entry={entry} />
      ))}
    </div>
  );
}

function Square({ entry }: { readonly entry: TaskWithImages }) {
  const now = useNow();
  return (
    <div className={styles.square}>
      <LatentCanvas seed={entry.task.id} developed={progressOf(entry.task, now)} alive={entry.task.state.status !== 'paused'} side={32} />
    </div>
  );
}

const icons: Readonly<Record<SectionName, LucideIcon>> = { problems: TriangleAlert, waiting: Clock, progress: Aperture };

interface SectionButtonProps {
  readonly name: SectionName;
  readonly counts: Counts;
  readonly open: boolean;
  readonly onClose: () => void;
}

function SectionButton({ name, counts, open, onClose }: SectionButtonProps) {
  const say = useWords();
  const { number } = useFormats();
  const here = useStrip(({ wanted }) => wanted.section === name);
  const Icon = icons[name];
  const words = say(`strip.${name}`, { count: counts[name] });
  return (
    <button
      type="button"
      className={classes(styles.button, name === 'problems' && counts.alarming ? styles.bad : (name === 'problems' || (name === 'waiting' && counts.held)) && styles.caution)}
      aria-label={words}
      aria-expanded={open}
      onClick={() => (open && here ? onClose() : showSection(name))}
    >
      <Icon size={13} aria-hidden />
      <span className={styles.words}>{words}</span>
      <span className={styles.short}>{number(counts[name])}</span>
    </button>
  );
}

/** Announces new problems, but not that one is gone. */
function Announcement({ problems }: { readonly problems: number }) {
  const say = useWords();
  const [told, setTold] = useState(0);
  const before = useRef(0);
  useEffect(() => {
    if (problems !== before.current) setTold(problems > before.current ? problems : 0);
    before.current = problems;
  }, [problems]);
  return (
    <span className="visually-hidden" role="status">
      {told > 0 && say('strip.problems', { count: told })}
    </span>
  );
}
