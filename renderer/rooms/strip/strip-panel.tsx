import { X } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { CommandMenu } from '../../commands/command-menu.tsx';
import { nothingIn } from '../../commands/command.ts';
import { offersMenu, stripMenu } from '../../commands/menus.ts';
import { isKeyOf, keysOf } from '../../commands/registry.ts';
import { chooseLine, selectedTasks, selectLines, selectNoTasks, useSelectedTasks, useStripSelection, type Line } from '../../stores/selection/strip-selection.ts';
import { showInspector } from '../../stores/windows/view-store.ts';
import { useWords } from '../../words/words.ts';
import { IconButton, Toolbar } from '../../ui/button.tsx';
import { ContextMenu, MenuTitle } from '../../ui/menu.tsx';
import { isMac } from '../../ui/shortcuts/key-listener.ts';
import { offersFor } from '../../parts/tasks/task-offers.tsx';
import { lineBeside, lineElement, setGroupOpen, useLineFocus, useStrip } from './strip-lines.ts';
import { OfferButtons } from './offer-buttons.tsx';
import { isGroupKey, linesOf, sectionsOf, type BySection } from './strip-sections.ts';
import styles from './strip-panel.module.css';
import { StripSection } from './strip-section.tsx';

interface StripPanelProps {
  readonly tasks: BySection;
  readonly onClose: () => void;
}

/** All tasks in progress, waiting or wrong, in groups. Keys and actions apply to the selected ones. */
export function StripPanel({ tasks, onClose }: StripPanelProps) {
  const say = useWords();
  const opened = useStrip((state) => state.opened);
  const sections = useMemo(() => sectionsOf(tasks), [tasks]);
  const lines = useMemo(() => linesOf(sections, opened), [sections, opened]);
  const list = useRef<HTMLDivElement>(null);
  const { tabStop, listeners } = useLineFocus(sections, lines);
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
          <div
            ref={list}
            className={styles.list}
            role="treegrid"
            aria-label={say('strip.label')}
            aria-multiselectable
            aria-colcount={1}
            tabIndex={-1}
            onKeyDown={onKeyDown}
            onPointerDown={(event) => choose(event, lines)}
            onDoubleClick={(event) => {
              const line = lineAt(event);
              if (line) openLine(lines, line);
            }}
            {...listeners}
          >
            {sections.map((section) => (
              <StripSection key={section.name} section={section} tabStop={tabStop} />
            ))}
          </div>
        }
      >
        <StripMenu />
      </ContextMenu>
      {sections.length === 0 && <p className={styles.quiet}>{say('strip.quiet')}</p>}
      <IconButton label={say('strip.close')} keys={keysOf('strip', 'gallery')} className={styles.close} onClick={onClose}>
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
  const entries = useSelectedTasks();
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

/** The context menu: all that can be done to the selected tasks. */
function StripMenu() {
  const say = useWords();
  const entries = useSelectedTasks();
  const [only, ...others] = entries;
  if (!only) return <MenuTitle>{say('strip.label')}</MenuTitle>;
  const subject = { ...nothingIn('gallery'), entries };
  if (others.length > 0) {
    return (
      <>
        <MenuTitle>{say('strip.selected', { count: entries.length })}</MenuTitle>
        <CommandMenu items={offersMenu} subject={{ ...subject, offers: offersFor(entries) }} />
      </>
    );
  }
  return <CommandMenu items={stripMenu} subject={{ ...subject, task: only.task, offers: offersFor(entries).filter(({ action }) => action !== 'copy-id') }} />;
}

/** The line of an event. Null on a button, which does not select its line. */
function lineAt({ target }: MouseEvent): HTMLElement | null {
  return target instanceof Element && target.closest('button, [data-offers]') === null ? target.closest<HTMLElement>('[data-line]') : null;
}

function choose(event: MouseEvent, lines: readonly Line[]): void {
  const line = lineAt(event);
  if (!line || (event.button === 2 && line.ariaSelected === 'true')) return;
  const mod = isMac() ? event.metaKey : event.ctrlKey;
  chooseLine(lines, keyOf(line), event.shiftKey ? 'range' : mod && event.button === 0 ? 'toggle' : 'one');
}

const keyOf = (line: HTMLElement): string => line.dataset['line'] ?? '';

/** Shows the details of a task in the inspector, or opens or closes a group. */
function openLine(lines: readonly Line[], line: HTMLElement): void {
  const key = keyOf(line);
  chooseLine(lines, key, 'one');
  if (isGroupKey(key)) setGroupOpen(key, line.ariaExpanded !== 'true');
  else showInspector();
}

const pictureKeys = ['trash', 'favourite', 'rate', 'pick', 'reject', 'unflag', 'label', 'tag'] as const;

/** Handles a key while the focus is in the panel. Returns false if the key does nothing here. */
function act(event: KeyboardEvent, lines: readonly Line[], onClose: () => void): boolean {
  if (event.key === 'Escape') {
    if (selectedTasks().length > 1) selectNoTasks();
    else onClose();
    return true;
  }
  if (isKeyOf('select-all', 'gallery', event)) {
    selectLines(lines);
    return true;
  }
  // Without a selected task, these keys would change the picture that is selected in the sheet.
  if (selectedTasks().length === 0 && pictureKeys.some((id) => isKeyOf(id, 'gallery', event))) return true;
  const line = event.target;
  if (!(line instanceof HTMLElement) || !line.matches('[data-line]')) return false;
  if (isKeyOf('open', 'gallery', event)) {
    openLine(lines, line);
    return true;
  }
  if (isGroupKey(keyOf(line)) && !event.shiftKey && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
    setGroupOpen(keyOf(line), event.key === 'ArrowRight');
    return true;
  }
  if (!isKeyOf('move', 'gallery', event) && !isKeyOf('move-far', 'gallery', event) && !isKeyOf('extend', 'gallery', event)) return false;
  const next = lineBeside(line, event.key);
  if (next !== null) {
    chooseLine(lines, next, event.shiftKey ? 'range' : 'one');
    lineElement(next)?.focus();
  }
  return true;
}
