import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import styles from './app.module.css';
import { ComposeBar } from '../rooms/compose/compose-bar.tsx';
import { TaskStrip } from '../rooms/tasks/strip/task-strip.tsx';
import { Gallery } from '../rooms/gallery/gallery.tsx';
import { ExportStrip } from '../parts/export/export-strip.tsx';
import { DropArea } from '../parts/import/drop-area.tsx';
import { ImportStrip } from '../parts/import/import-strip.tsx';
import { Sidebar } from '../rooms/sidebar/sidebar.tsx';
import { activePlaces } from '../commands/active-places.ts';
import { nothingIn } from '../commands/command.ts';
import { DialogHost } from '../ui/dialogs/dialog-host.tsx';
import { keysIn } from '../commands/dispatch.ts';
import { hideFrame, isComposing, onComposed } from '../frame/frame-input.ts';
import { KeyHints, StatusLine } from '../commands/key-hints.tsx';
import { useKeyListener } from '../ui/shortcuts/key-listener.ts';
import { NoticeBar } from '../parts/notices/notice-bar.tsx';
import { useApp, useAppStore } from '../stores/app-store.ts';
import { connect } from '../stores/sync.ts';
import { tellUpdates } from '../stores/update-news.ts';
import { useView } from '../stores/windows/view-store.ts';
import { takeOpened } from '../stores/windows/open-from-outside.ts';
import { readWindows } from '../stores/windows/windows-store.ts';
import { errorWords, useWords } from '../words/words.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Toasts } from '../ui/toast.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { dialogTable } from './dialog-table.ts';
import { useLateCode } from './load-late-rooms.ts';
import { useLateRooms } from './use-late-rooms.ts';

/** The one window: the sidebar, the page in front, the viewer over it, messages below. */
export function App() {
  const say = useWords();
  const phase = useAppStore((state) => state.phase);
  const ready = useAppStore((state) => state.facts !== null);
  // A word that an input method is composing in the frame's field is finished there.
  const composing = useSyncExternalStore(onComposed, isComposing);
  const failed = phase.at === 'failed';
  useLayoutEffect(() => {
    if (failed) hideFrame();
  }, [failed]);
  if (phase.at === 'failed') {
    return (
      <EmptyState title={say('start.unread')} explanation={say('start.unread-explained', { reason: errorWords(say, phase.error) })}>
        <Button variant="solid" size="large" onClick={() => void connect()}>
          {say('app.retry')}
        </Button>
      </EmptyState>
    );
  }
  return ready && !composing ? <Window /> : <div className={styles.starting} role="status" aria-label={say('start.under-way')} />;
}

function Window() {
  const say = useWords();
  const route = useView((view) => view.route);
  const viewerOpen = useView((view) => view.viewer !== null);
  const comparing = useView((view) => view.comparing);
  const matrixOpen = useView((view) => view.matrixOpen);
  const late = useLateRooms(route !== 'gallery' || viewerOpen || comparing || matrixOpen);
  useTheme();
  useKeyListener(keys);
  useEffect(() => void readWindows(), []);
  // What the start was asked to open. Earlier, the prompt is not there.
  useEffect(() => void takeOpened(), []);
  const updates = useApp((facts) => facts.updates);
  // Once messages are mounted, which are not kept until then.
  useEffect(() => tellUpdates(updates), [updates]);
  return (
    <TooltipProvider>
      <div className={styles.window} inert={viewerOpen || comparing || matrixOpen}>
        <Sidebar />
        <main className={styles.place}>
          {route === 'gallery' && <h1 className="visually-hidden">{say('app.library')}</h1>}
          {route === 'gallery' && <Gallery compose={<ComposeBar />} strip={<TaskStrip />} />}
          {route === 'tasks' && late && <late.Tasks />}
          {(route === 'statistics' || route === 'spending') && late && <late.StatisticsTabs />}
          {route === 'statistics' && late && <late.Statistics />}
          {route === 'spending' && late && <late.Spending />}
          {route === 'settings' && late && <late.Settings />}
          {route !== 'gallery' && !late && <PartMissing />}
          {(route === 'statistics' || route === 'spending' || route === 'settings') && (
            <StatusLine>
              <KeyHints place="everywhere" ids={['go-gallery', 'show-shortcuts']} subject={() => nothingIn('everywhere')} />
            </StatusLine>
          )}
          {/* Below, so that they move nothing when they appear. */}
          <ImportStrip />
          <ExportStrip />
          <NoticeBar />
        </main>
      </div>
      {/* Not below the others, because two dialogs would both hold the focus. */}
      {late && matrixOpen && !viewerOpen && !comparing && <late.MatrixRoom />}
      {late && viewerOpen && <late.Viewer />}
      {late && comparing && <late.Compare />}
      <DialogHost table={dialogTable} />
      <DropArea />
      <Toasts />
    </TooltipProvider>
  );
}

/** Says that a page cannot be shown. Nothing while its code is being loaded. */
function PartMissing() {
  const say = useWords();
  const failed = useLateCode((late) => late.failed);
  if (!failed) return null;
  return (
    <EmptyState title={say('start.part-missing')} explanation={say('start.part-missing-explained')}>
      <Button variant="solid" size="large" onClick={() => window.location.reload()}>
        {say('start.reload')}
      </Button>
    </EmptyState>
  );
}

const keys = keysIn(activePlaces);

/** Applies the chosen theme. With `system`, the window follows the operating system. */
function useTheme(): void {
  const theme = useApp((facts) => facts.settings.theme);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}
