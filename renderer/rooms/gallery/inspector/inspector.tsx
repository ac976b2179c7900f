import { X } from 'lucide-react';
import { memo, useLayoutEffect, useRef, type RefObject } from 'react';
import { isFree } from '../../../../shared/account.ts';
import { isInFlight, type ImageId, type TaskWithImages } from '../../../../shared/task.ts';
import { thumbnailAddress } from '../../../../shared/windows/picture-addresses.ts';
import { CommandButton } from '../../../commands/command-button.tsx';
import { pictureIn, type Subject } from '../../../commands/command.ts';
import { keysOf } from '../../../commands/registry.ts';
import { entryAt, useGallery, type GalleryState } from '../../../stores/gallery/gallery-store.ts';
import { descriptionOf, useDescription } from '../../../stores/pictures/descriptions.ts';
import { openViewer, toggleInspector } from '../../../stores/windows/view-store.ts';
import { useWords } from '../../../words/words.ts';
import { IconButton, Toolbar } from '../../../ui/button.tsx';
import { useKeptFocus } from '../../../ui/kept-focus.ts';
import { dragOut } from '../../../parts/export/file-actions.ts';
import { onePicture, useSheetTarget, type MarkTarget } from '../../../stores/selection/mark-target.ts';
import { MarksPanel, TogetherPanel } from '../../../commands/marks-panel.tsx';
import { SearchedFor } from '../../../parts/search/highlighted.tsx';
import { goToFallback } from '../../../ui/focus-fallback.ts';
import { MoneyMark, TaskIcon } from '../../../parts/tasks/task-marks.tsx';
import { OfferButton } from '../../../parts/tasks/task-offers.tsx';
import { MainFacts } from '../../../parts/facts/task-facts.tsx';
import { TaskConsole } from '../../../parts/accounts/console-link.tsx';
import { reportTask } from '../../../parts/tasks/task-report.ts';
import { TechnicalDetails } from '../../../parts/facts/technical-details.tsx';
import { BrokenLine } from '../cell/broken-note.tsx';
import styles from './inspector.module.css';
import { PromptBlock } from '../../../parts/pictures/prompt-block.tsx';
import { useSelected } from '../selected-pictures.ts';
import { Said, TaskMessage } from '../../../parts/tasks/task-message.tsx';

/** The selected picture or task, or the newest picture if nothing is selected. Opens and closes only by the person, so that nothing moves by itself. */
export function Inspector({ over }: { readonly over: boolean }) {
  const say = useWords();
  const what = useSelected();
  const target = useSheetTarget();
  const newest = useGallery(newestOf);
  const search = useGallery(({ view }) => view.search);
  const isNone = what.kind === 'none' && target.together === 0;
  const shown = what.kind === 'image' ? what.imageId : isNone ? newest : null;
  return (
    <aside className={styles.inspector} data-over={over || undefined} aria-label={say('gallery.inspector')}>
      {over && (
        <IconButton size="small" label={say('gallery.hide-inspector')} keys={keysOf('details', 'gallery')} className={styles.close} onClick={toggleInspector}>
          <X size={14} />
        </IconButton>
      )}
      {what.kind !== 'image' && target.together > 0 && <TogetherPanel of={target} />}
      {isNone && <p className={styles.newest}>{say(newest === null ? 'gallery.nothing-selected' : 'gallery.newest')}</p>}
      <SearchedFor search={search}>
        {shown !== null && <ImagePanel imageId={shown} of={what.kind === 'image' && target.together > 0 ? target : onePicture(shown)} />}
        {what.kind === 'task' && <TaskPanel entry={what.entry} />}
      </SearchedFor>
    </aside>
  );
}

/** The first picture of the sheet; null while it is not here. */
function newestOf(gallery: GalleryState): ImageId | null {
  const entry = entryAt(gallery, 0);
  return entry?.kind === 'image' ? entry.imageId : null;
}

const promptKeys = { save: keysOf('save-prompt-of', 'gallery'), copy: keysOf('copy-prompt', 'gallery') };

interface ImagePanelProps {
  readonly imageId: ImageId;
  /** What gets the marks that are set here, and is dragged from here. */
  readonly of: MarkTarget;
}

function ImagePanel({ imageId, of }: ImagePanelProps) {
  const say = useWords();
  const info = useDescription(imageId);
  const latest = useRef(imageId);
  useLayoutEffect(() => {
    latest.current = imageId;
  });
  return (
    <>
      <button type="button" className={styles.preview} aria-label={say('gallery.do.open-preview')} draggable onDragStart={(event) => dragOut(event, of)} onClick={() => openViewer(imageId)}>
        <img key={imageId} src={thumbnailAddress(imageId)} alt="" draggable={false} onError={(event) => (event.currentTarget.style.visibility = 'hidden')} />
      </button>
      <BrokenLine imageId={imageId} />
      {info && <PromptBlock task={info.task} imageId={imageId} keys={promptKeys} />}
      <Actions latest={latest} isDescribed={info !== null} />
      <MarksPanel place="gallery" imageId={imageId} of={of} />
      {info && (
        <>
          <div className={styles.facts}>
            <MainFacts task={info.task} image={info.image} />
          </div>
          <TechnicalDetails task={info.task} image={info.image} />
        </>
      )}
    </>
  );
}

interface ActionsProps {
  /** The picture that they act on. */
  readonly latest: RefObject<ImageId>;
  readonly isDescribed: boolean;
}

/** Not rendered again when another picture is selected. */
const Actions = memo(function Actions({ latest, isDescribed }: ActionsProps) {
  const say = useWords();
  const subject = (): Subject => pictureIn('gallery', latest.current, (isDescribed ? descriptionOf(latest.current)?.task : null) ?? null);
  return (
    <Toolbar className={styles.actions} aria-label={say('gallery.picture-actions')}>
      {(['open', 'use-again', 'vary', 'use-as-reference', 'copy-picture', 'export', 'reveal'] as const).map((id) => (
        <CommandButton key={id} id={id} subject={subject} />
      ))}
    </Toolbar>
  );
});

function TaskPanel({ entry }: { readonly entry: TaskWithImages }) {
  const say = useWords();
  const { task } = entry;
  const report = reportTask(entry);
  const section = useRef<HTMLElement>(null);
  const kept = useKeptFocus(section, goToFallback);
  return (
    <>
      <section {...kept} ref={section} className={styles.report}>
        <h2 className={styles.title}>
          <TaskIcon of={report} size={18} />
          {say(report.title)}
        </h2>
        {report.sentences.map((sentence) => (
          <p key={sentence.key}>{say(sentence.key, sentence.values)}</p>
        ))}
        {isInFlight(task) && <TaskMessage entry={entry} className={styles.says} />}
        {report.said && <Said said={report.said} />}
        {!report.chargeStated && !isFree(task.accountId) && <MoneyMark entries={[entry]} />}
        <TaskConsole entry={entry} />
        <div className={styles.buttons}>
          {report.actions.map((action, at) => (
            <OfferButton key={action} offer={{ action, entries: [entry] }} variant={at === 0 ? 'plain' : 'quiet'} />
          ))}
        </div>
      </section>
      <PromptBlock task={task} imageId={null} keys={promptKeys} />
      <div className={styles.facts}>
        <MainFacts task={task} />
      </div>
      <TechnicalDetails task={task} />
    </>
  );
}
