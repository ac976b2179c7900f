import { FolderInput } from 'lucide-react';
import { notImportedToTell, type ImportProgress, type SkippedFile } from '../../../shared/library/import.ts';
import type { Words } from '../../../shared/words/index.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { followNow, setLibrarySearch, useLibrarySearch } from '../../stores/gallery/library-view.ts';
import { undoImport } from '../../stores/library/undoable-import.ts';
import { forgetPlace } from '../../stores/gallery/gallery-scroll.ts';
import { focusSelection, selectIndex } from '../../stores/selection/selection-store.ts';
import { goTo } from '../../stores/windows/view-store.ts';
import { ProgressStrip } from '../../ui/progress-strip.tsx';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { currentWords, useFormats, useWords } from '../../words/words.ts';
import { goToFallback } from '../../ui/focus-fallback.ts';
import { leftInPlace } from './import-summary.ts';

/** The progress and the result of the latest import, until the person closes it or quits Latent. */
export function ImportStrip() {
  const latest = useApp((facts) => facts.imports.latest);
  return latest && !latest.earlier && <Strip progress={latest} />;
}

function Strip({ progress }: { readonly progress: ImportProgress }) {
  const say = useWords();
  const formats = useFormats();
  const { phase, trouble, files, filesDone, bytes, bytesDone, name, counts, cancelled, undone } = progress;
  const isReading = phase === 'running' || phase === 'paused';
  const goesOn = isReading || phase === 'counting';
  const ended = say(cancelled ? 'import.stopped' : 'import.ended', { added: counts.added });
  return (
    <ProgressStrip
      icon={FolderInput}
      label={say('import.name')}
      title={phase === 'ended' ? ended : say(`import.${phase}`, { removed: undone?.removed ?? 0 })}
      progress={progressWords(say, progress)}
      details={[isReading && bytes > 0 ? say('import.bytes', { done: formats.bytes(bytesDone), total: formats.bytes(bytes) }) : '', ...countsOf(say, progress)]}
      {...(goesOn && { name })}
      trouble={trouble && say(`import.trouble.${trouble.why}`, { subject: trouble.subject })}
      note={noteOf(say, progress)}
      bar={isReading && files > 0 ? { max: files, value: filesDone } : null}
      list={listOf(say, counts)}
      choices={choicesIn(say, progress)}
      close={phase === 'ended' || phase === 'undone' ? { label: say('import.do.close'), run: () => notifyIfFailed(bridge.importDismiss()) } : null}
      leave={goToFallback}
    />
  );
}

function listOf(say: Words, counts: ImportProgress['counts']) {
  const count = notImportedToTell(counts);
  const what = counts.incomplete === 0 ? 'skipped' : count === 0 ? 'incomplete' : 'both';
  const words = { button: say('import.do.skipped', { what }), title: say('import.skipped-title', { what }), explanation: say('import.skipped-explained', { what }) };
  return { count: count + counts.incomplete, ...words, load: skippedFiles };
}

function choicesIn(say: Words, { phase, token }: ImportProgress) {
  const stop = { label: say('import.do.stop'), run: () => notifyIfFailed(bridge.importCancel()) };
  switch (phase) {
    case 'counting':
    case 'running':
      return [{ label: say('import.do.pause'), run: () => notifyIfFailed(bridge.importPause()) }, stop];
    case 'paused':
      return [{ label: say('import.do.resume'), run: () => notifyIfFailed(bridge.importResume()) }, stop];
    case 'ended':
      if (token === null) return [];
      return [{ label: say('import.do.show'), run: showImported }, { label: say('import.do.undo'), run: () => undoImport(token) }];
    case 'undoing':
    case 'undone':
      return [];
  }
}

function progressWords(say: Words, { phase, files, filesDone: done }: ImportProgress): string {
  if (phase === 'counting') return files > 0 ? say('import.counting-at', { files }) : '';
  if (phase === 'running') return say('import.running-at', { done, files });
  if (phase !== 'paused') return '';
  if (files > 0) return say('import.paused-at', { done, files });
  return done > 0 ? say('import.paused-uncounted', { done }) : '';
}

/** What happened to the pictures. When the import has ended, the title has the number of added pictures. */
function countsOf(say: Words, { phase, counts }: ImportProgress): readonly string[] {
  if (phase === 'undoing' || phase === 'undone') return [];
  const { added, incomplete, duplicates, inTrash, skipped } = counts;
  return [
    added > 0 && phase !== 'ended' ? say('import.added', { count: added }) : '',
    incomplete > 0 ? say('import.incomplete', { count: incomplete }) : '',
    duplicates > 0 ? say('import.duplicates', { count: duplicates }) : '',
    inTrash > 0 ? say('import.in-trash', { count: inTrash }) : '',
    skipped > 0 ? say('import.skipped', { count: skipped }) : '',
  ];
}

function noteOf(say: Words, { phase, counts, undone }: ImportProgress): string | null {
  if (phase === 'ended') return leftInPlace(say, counts);
  return undone !== null && undone.trashed > 0 ? say('import.undone-trashed', { trashed: undone.trashed }) : null;
}

async function skippedFiles() {
  const answer = await bridge.importSkipped();
  const say = currentWords();
  const inWords = ({ reason, type }: SkippedFile): string => (reason === 'other' ? say('import.reason.other', { type: type || 'none' }) : say(`import.reason.${reason}`));
  return answer.ok ? answer.value.map((file) => ({ path: file.path, reason: inWords(file) })) : [];
}

const imported = 'is:imported ';

/** Shows only imported pictures, at the newest of them. */
async function showImported(): Promise<void> {
  // The scroll position from before belongs to another search.
  forgetPlace();
  goTo('gallery');
  if (useLibrarySearch.getState().search !== imported) return setLibrarySearch(imported);
  await followNow();
  selectIndex(0);
  focusSelection();
}
