import { History as HistoryIcon, Images, Keyboard, Settings as SettingsIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import styles from './app.module.css';
import { Gallery } from './features/gallery/gallery.tsx';
import { ExportStrip } from './features/export/export-strip.tsx';
import { DropArea } from './features/import/drop-area.tsx';
import { chooseToImport } from './features/import/import-actions.ts';
import { ImportStrip } from './features/import/import-strip.tsx';
import { SubmitQuestion } from './features/compose/submit-question.tsx';
import { AccountDialog } from './features/settings/account-dialog.tsx';
import { TaskQuestions } from './features/tasks/task-questions.tsx';
import { History } from './features/history/history.tsx';
import { Settings } from './features/settings/settings.tsx';
import type { ShortcutId } from './ui/shortcuts/shortcut-table.ts';
import { ShortcutsDialog } from './features/shortcuts/shortcuts-dialog.tsx';
import { useShortcut, useShortcutListener } from './ui/shortcuts/use-shortcut.ts';
import { Viewer } from './features/viewer/viewer.tsx';
import { NoticeBar } from './features/notices/notice-bar.tsx';
import { useApp, useAppStore } from './stores/app-store.ts';
import { focusPrompt } from './stores/compose-store.ts';
import { connect } from './stores/sync.ts';
import { redoLatest, undoLatest } from './stores/undo.ts';
import type { Route } from './stores/view-store.ts';
import { goTo, setShortcutsOpen, useView } from './stores/view-store.ts';
import { errorWords, useWords } from './stores/words.ts';
import { Button, IconButton } from './ui/button.tsx';
import { EmptyState } from './ui/empty-state.tsx';
import { Toasts } from './ui/toast.tsx';
import { TooltipProvider } from './ui/tooltip.tsx';

/** The one window: a rail, the place in front, the viewer over it. */
export function App() {
  const say = useWords();
  const phase = useAppStore((state) => state.phase);
  const ready = useAppStore((state) => state.facts !== null);
  if (phase.at === 'failed') {
    return (
      <EmptyState title={say('app.start-failed')} explanation={say('app.start-failed-explained', { reason: errorWords(say, phase.error) })}>
        <Button variant="solid" size="large" onClick={() => void connect()}>
          {say('app.retry')}
        </Button>
      </EmptyState>
    );
  }
  return ready ? <Window /> : <div className={styles.starting} role="status" aria-label={say('app.starting')} />;
}

function Window() {
  const route = useView((view) => view.route);
  const viewerOpen = useView((view) => view.viewer !== null);
  useTheme();
  useShortcutListener();
  useShortcut('go-gallery', () => goTo('gallery'));
  useShortcut('go-history', () => goTo('history'));
  useShortcut('go-settings', () => goTo('settings'));
  useShortcut('undo', () => void undoLatest());
  useShortcut('redo', () => void redoLatest());
  useShortcut('focus-prompt', focusPrompt);
  useShortcut('import', () => void chooseToImport('folder'));
  return (
    <TooltipProvider>
      <div className={styles.window} inert={viewerOpen}>
        <Rail />
        <main className={styles.place}>
          <NoticeBar />
          <ImportStrip />
          <ExportStrip />
          {route === 'gallery' && <Gallery />}
          {route === 'history' && <History />}
          {route === 'settings' && <Settings />}
        </main>
      </div>
      {viewerOpen && <Viewer />}
      <TaskQuestions />
      <SubmitQuestion />
      <AccountDialog />
      <DropArea />
      <ShortcutsDialog />
      <Toasts />
    </TooltipProvider>
  );
}

function Rail() {
  const say = useWords();
  return (
    <nav className={styles.rail} aria-label={say('app.nav')}>
      <RailButton to="gallery" label={say('app.gallery')} shortcut="go-gallery">
        <Images size={18} strokeWidth={1.75} />
      </RailButton>
      <RailButton to="history" label={say('app.history')} shortcut="go-history">
        <HistoryIcon size={18} strokeWidth={1.75} />
      </RailButton>
      <div className={styles.gap} />
      <IconButton label={say('app.shortcuts')} shortcut="show-shortcuts" side="right" className={styles.railButton} onClick={() => setShortcutsOpen(true)}>
        <Keyboard size={18} strokeWidth={1.75} />
      </IconButton>
      <RailButton to="settings" label={say('app.settings')} shortcut="go-settings">
        <SettingsIcon size={18} strokeWidth={1.75} />
      </RailButton>
    </nav>
  );
}

interface RailButtonProps {
  readonly to: Route;
  readonly label: string;
  readonly shortcut: ShortcutId;
  readonly children: ReactNode;
}

function RailButton({ to, label, shortcut, children }: RailButtonProps) {
  const current = useView((view) => view.route === to);
  return (
    <IconButton
      label={label}
      shortcut={shortcut}
      side="right"
      className={styles.railButton}
      aria-current={current ? 'page' : undefined}
      onClick={() => goTo(to)}
    >
      {children}
    </IconButton>
  );
}

/** Without a choice of its own the window follows the system. */
function useTheme(): void {
  const theme = useApp((facts) => facts.settings.theme);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}
