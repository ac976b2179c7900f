import { assertNever } from '../../../shared/result.ts';
import type { TaskId } from '../../../shared/task.ts';
import type { Opened, OpenRequest } from '../../../shared/links/open-request.ts';
import { bridge } from '../../bridge.ts';
import { useOpenings } from '../../ui/dialogs/ask.ts';
import { notify, retract } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { outsideFilled } from '../compose/send-compose.ts';
import { holdAll } from '../tasks/hold.ts';
import { nameAsValue } from '../../../shared/search/field/facets.ts';
import { setLibrarySearch } from '../gallery/library-view.ts';
import { openDroppedText } from '../prompts/open-dropped-file.ts';
import { takePrompt } from '../prompts/use-prompt.ts';
import { setSearch } from '../tasks/history-view.ts';
import { askToKeepRunning } from './keep-running.ts';
import { goTo, goToTasks, openViewer } from './view-store.ts';

/** What waits until no dialog is open. A question about money must stay what it was, and its keys must not reach the prompt. */
let waiting: Opened | null = null;

useOpenings.subscribe(() => openWaiting());

/**
 * Opens what other programs asked for, a link or a prompt file, or what the person asked for outside of the page. It shows or fills something, or asks, and sends nothing
 * unasked.
 */
export async function takeOpened(): Promise<void> {
  const answer = await bridge.appTakeOpened();
  if (!answer.ok || (answer.value.newest === null && answer.value.others === 0)) return;
  const { newest, others } = answer.value;
  // The person is closing the window, whatever it asks.
  if (newest?.kind === 'keep-running') return askToKeepRunning(newest.hasIcon);
  const replaced = waiting?.newest && newest ? 1 : 0;
  waiting = { newest: newest ?? waiting?.newest ?? null, others: others + (waiting?.others ?? 0) + replaced };
  if (isAsking()) notify(currentWords()('links.waits'));
  else openWaiting();
}

const isAsking = (): boolean => useOpenings.getState().openings.some((opening) => opening.open);

function openWaiting(): void {
  if (waiting === null || isAsking()) return;
  const { newest, others } = waiting;
  waiting = null;
  if (newest) {
    missed = 0;
    open(newest);
    if (others > 0) notify(currentWords()('links.others', { count: others }));
  } else tellMissed(others);
}

/** How many came since one was opened. */
let missed = 0;

/** One message, whose number grows. */
function tellMissed(more: number): void {
  const words = (count: number): string => currentWords()('links.too-many', { count });
  retract(words(missed));
  missed += more;
  notify(words(missed));
}

function open(request: OpenRequest): void {
  const say = currentWords();
  switch (request.kind) {
    case 'prompt':
      takePrompt({ prompt: request.text, choices: null });
      outsideFilled();
      return notify(say('links.prompt'));
    case 'search':
      setLibrarySearch(`${request.search} `);
      goTo('gallery');
      return notify(say('links.search'));
    case 'task':
      setSearch(`id:"${request.id}" `);
      goToTasks('history');
      return notify(say('links.task'));
    case 'picture-of':
      return void showPictureOf(request.taskId, request.index);
    case 'picture':
      return openViewer(request.imageId);
    case 'batch':
      setLibrarySearch(`batch:${nameAsValue(request.name, false)} `);
      return goTo('gallery');
    case 'tasks':
      return goToTasks(request.section);
    case 'settings':
      return goTo('settings');
    case 'resume-queue':
      return void holdAll(false);
    case 'keep-running':
      return void askToKeepRunning(request.hasIcon);
    case 'file':
      return void openDroppedText(new File([Uint8Array.from(request.bytes)], request.name)).then(outsideFilled);
    case 'refused':
      return notify(say(`links.refused.${request.why}`));
    case 'unread-file':
      return notify(say(`links.unread.${request.why}`, { name: request.name }));
    default:
      assertNever(request);
  }
}

/** The row of a picture is another one after the database was rebuilt, so a link names its task. */
async function showPictureOf(taskId: TaskId, index: number): Promise<void> {
  const found = await bridge.tasksDetail({ taskId });
  const image = found.ok ? found.value.images.find((each) => each.index === index && each.state.status === 'kept') : undefined;
  if (image) openViewer(image.id);
  notify(currentWords()(image ? 'links.picture' : 'links.no-picture'));
}
