import { X } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { chooseLine, selectLines, selectNoTasks, useStripSelection, type Line } from '../../stores/selection/strip-selection.ts';
import { useWords } from '../../words/words.ts';
import { IconButton, Toolbar } from '../../ui/button.tsx';
import { ContextMenu } from '../../ui/menu.tsx';
import { isShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { selectedTasks, useHeadTasks } from '../../stores/selection/head-tasks.ts';
import { lineBeside, lineElement, useLineFocus } from './line-focus.ts';
import { openLine } from './use-line.ts';
import { OfferButtons } from './offer-buttons.tsx';
import { isGroupKey, linesOf, sectionsOf } from './sections.ts';
import { StripMenu } from './strip-menu.tsx';
import styles from './strip-panel.module.css';
import { StripSection } from './strip-section.tsx';
import { setGroupOpen, useStrip } from './strip-state.ts';

/** All tasks in progress, waiting or wrong, in groups. Keys and actions apply to the selected ones. */
export function StripPanel({ onClose }: { readonly onClose: () => void }) {
  const say = useWords();
  const tasks = useHeadTasks();
  const opened = useStrip((state) => state.opened);
  const sections = useMemo(() => sectionsOf(tasks), [tasks]);
  const lines = useMemo(() => linesOf(sections, opened), [sections, opened]);
  const list = useRef<HTMLDivElement>(null);
  const tabStop = useLineFocus(list, sections, lines);
  // The toolbar of a selection takes some of the height.
  useStripSelection(({ selected }) => selected.size > 1);
  useLayoutEffect(() => {
    if (list.current) fitHeight(list.current);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    // A key that is held down on a button acts once.
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    else if (act(event, lines, onClose)) event.preventDefault();
  };
  return (
    <div className={styles.panel} data-strip-panel>
      <ContextMenu
        returnsTo={() => lineElement(useStripSelection.getState().cursor)}
        trigger={
          <div ref={list} className={styles.list} role="treegrid" aria-label={say('strip.label')} aria-multiselectable aria-colcount={1} tabIndex={-1} onKeyDown={onKeyDown}>
            {sections.map((section) => (
              <StripSection key={section.name} section={section} lines={lines} tabStop={tabStop} />
            ))}
          </div>
        }
      >
        <StripMenu />
      </ContextMenu>
      {sections.length === 0 && <p className={styles.quiet}>{say('strip.quiet')}</p>}
      <IconButton label={say('strip.close')} shortcut="strip" className={styles.close} onClick={onClose}>
        <X size={14} />
      </IconButton>
      <SelectionToolbar />
    </div>
  );
}

/**
 * Makes the panel as high as its lines, up to a limit. It shrinks only while the person is in it, and grows only while the person is not in
 * the sheet below, so that nothing there moves.
 */
function fitHeight(list: HTMLElement): void {
  const panel = list.parentElement;
  if (!panel) return;
  const top = list.firstElementChild?.getBoundingClientRect().top ?? 0;
  const bottom = list.lastElementChild?.getBoundingClientRect().bottom ?? 0;
  const change = bottom - top - list.clientHeight;
  const mayChange = panel.matches(':hover, :focus-within') || (change > 0 && !document.querySelector('[role="grid"]:is(:hover, :focus-within)'));
  if (panel.style.height === '' || mayChange) panel.style.height = `${panel.offsetHeight + change}px`;
}

/** The number of selected tasks, and what can be done to all of them. */
function SelectionToolbar() {
  const say = useWords();
  useHeadTasks();
  useStripSelection((state) => state.selected);
  const entries = selectedTasks();
  if (entries.length < 2) return null;
  return (
    <Toolbar className={styles.selection} aria-label={say('strip.selection')}>
      <p role="status" className={styles.selected}>
        {say('strip.selected', { count: entries.length })}
      </p>
      <OfferButtons entries={entries} most={4} tabbable />
      <IconButton label={say('strip.select-none')} className={styles.none} onClick={selectNoTasks}>
        <X size={14} />
      </IconButton>
    </Toolbar>
  );
}

const pictureKeys = ['dismiss', 'favourite', 'rate', 'tag'] as const;

/** Handles a key while the focus is in the panel. Returns false if the key does nothing here. */
function act(event: KeyboardEvent, lines: readonly Line[], onClose: () => void): boolean {
  if (event.key === 'Escape') {
    if (selectedTasks().length > 1) selectNoTasks();
    else onClose();
    return true;
  }
  if (isShortcut('select-all', event)) {
    selectLines(lines);
    return true;
  }
  // Without a selected task, these keys would change the picture that is selected in the sheet.
  if (selectedTasks().length === 0 && pictureKeys.some((id) => isShortcut(id, event))) return true;
  const key = (event.target as HTMLElement).getAttribute('data-line');
  if (key === null) return false;
  if (isShortcut('open', event)) {
    openLine(lines, key);
    return true;
  }
  if (isGroupKey(key) && !event.shiftKey && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
    setGroupOpen(key, event.key === 'ArrowRight');
    return true;
  }
  if (!isShortcut('move', event) && !isShortcut('move-far', event) && !isShortcut('extend', event)) return false;
  const next = lineBeside(event.target as HTMLElement, event.key);
  if (next !== null) {
    chooseLine(lines, next, event.shiftKey ? 'range' : 'one');
    lineElement(next)?.focus();
  }
  return true;
}
