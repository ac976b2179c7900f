import { remoteIdOf, type GenerationRequest, type ImageId, type Task } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { useAppStore } from '../../stores/app-store.ts';
import { fillCompose } from '../../stores/compose/compose-store.ts';
import { tellLeftOut } from '../../stores/compose/compose-references.ts';
import { onePicture } from '../../stores/selection/mark-target.ts';
import { supportText } from './support-text.ts';
import { exportSelected } from '../export/export-dialog-store.ts';
import { currentWords } from '../../words/words.ts';
import { ask } from '../../ui/dialogs/ask.ts';
import { copyText } from '../../ui/clipboard.ts';
import { notify, notifyIfFailed } from '../../ui/toast.tsx';

/** Copies the picture itself, not its address, and reports success or failure. */
export async function copyPicture(imageId: ImageId): Promise<void> {
  const answer = await notifyIfFailed(bridge.imagesCopy({ imageId }));
  if (answer.ok) notify(currentWords()('app.copied-picture'));
}

/** Shows the file in the system's file manager. */
export async function revealPicture(imageId: ImageId): Promise<void> {
  await notifyIfFailed(bridge.imagesReveal({ imageId }));
}

/** Opens the original in the default program. The message says what happens if that program changes it. */
export async function openPicture(imageId: ImageId): Promise<void> {
  const answer = await notifyIfFailed(bridge.imagesOpen({ imageId }));
  if (answer.ok) notify(currentWords()('gallery.opened'));
}

/** Opens the original in the program that the person chose before, or chooses now. */
export async function openPictureWith(imageId: ImageId, { choose }: { readonly choose: boolean }): Promise<void> {
  const answer = await notifyIfFailed(bridge.imagesOpenWith({ imageId, choose }));
  if (answer.ok && answer.value !== null) notify(currentWords()('gallery.opened-with', { program: programName(answer.value.program) }));
}

/** `gimp` of `/usr/bin/gimp`, `Photoshop` of `C:\\…\\Photoshop.exe`. */
export const programName = (program: string): string => (program.split(/[\\/]/).at(-1) ?? program).replace(/\.(?:exe|app)$/i, '');

/** Asks how and where to save a copy of one picture, and saves it. */
export const exportPicture = (imageId: ImageId): Promise<void> => exportSelected(onePicture(imageId).target());

export function copyPrompt(task: Task): void {
  if (hasPrompt(task)) copyText(task.request.prompt, 'app.copied-prompt');
  else tellNoPrompt(task);
}

/** A task that was added by its ID may have no prompt, and an imported picture too. */
export const hasPrompt = (task: Task): boolean => task.request.prompt !== '';

function tellNoPrompt({ imported }: Task): void {
  notify(currentWords()(imported === null ? 'gallery.no-prompt' : 'import.no-prompt'));
}

/** Copies the service's id, or Latent's own before there is one. Imported pictures have no task. */
export function copyTaskId(task: Task): void {
  if (task.imported !== null) return;
  copyText(remoteIdOf(task) ?? task.id, remoteIdOf(task) === null ? 'app.copied-local-id' : 'app.copied-id');
}

/** Copies what the service's support needs to know about a task. */
export async function copyForSupport({ id }: Task): Promise<void> {
  const answer = await notifyIfFailed(bridge.tasksDetail({ taskId: id }));
  const { facts } = useAppStore.getState();
  if (answer.ok && facts !== null) copyText(supportText(answer.value, facts), 'app.copied-for-support');
}

/** Puts prompt and choices into the compose bar. Sends nothing. Another program's choices do not apply here, so they are left out. */
export function composeAgain(task: Task): void {
  // What was typed stays.
  if (!hasPrompt(task)) return tellNoPrompt(task);
  const { request, imported } = task;
  fillCompose(imported === null || imported.form === 'latent' ? request : { prompt: request.prompt }, { retryOf: null });
  tellLeftOut(request);
  if (imported !== null && imported.form !== 'latent') notify(currentWords()('import.prompt-alone'));
}

/** Asks what of a task's request to change, and fills the compose bar with the variations. Sends nothing. */
export function varyTask(task: Task): void {
  if (hasPrompt(task)) void ask('vary', { task });
  else tellNoPrompt(task);
}

/** The request of a task as it can be shared. It has only the prompt if another program made the picture. */
export function requestAgain({ request, imported }: Task): GenerationRequest {
  return imported === null || imported.form === 'latent' ? request : { prompt: request.prompt, model: '', size: '', quality: '' };
}

/** Asks for another library folder. Main then looks there for missing pictures. */
export async function chooseLibraryFolder(): Promise<void> {
  const answer = await notifyIfFailed(bridge.foldersChooseLibrary());
  if (answer.ok && answer.value.changed) notify(currentWords()('settings.library.changed'));
}

export const openLibraryFolder = (): Promise<unknown> => notifyIfFailed(bridge.foldersOpenLibrary());

/** Begins a search for missing pictures. Main's facts report its progress. */
export const lookForMissing = (): Promise<unknown> => notifyIfFailed(bridge.imagesLookForMissing());
