import type { NewsPlace, WindowRequest } from '../links/open-request.ts';
import type { ImageId } from '../task.ts';
import type { Words } from '../words/index.ts';
import type { TrayPicture, TrayState } from './tray-facts.ts';

/** What an item does. `show`: brings the window, and shows something there if it is told what. */
export type TrayAct = { readonly do: 'show'; readonly what?: NewsPlace | WindowRequest } | { readonly do: 'hold' } | { readonly do: 'resume' } | { readonly do: 'quit' };

/** A row of the menu. `picture`: its thumbnail is beside it. */
export type TrayItem = { readonly kind: 'line' } | { readonly kind: 'heading'; readonly name: string } | { readonly kind: 'act'; readonly name: string; readonly act: TrayAct; readonly picture?: ImageId };

/** Batches that are shown each in a row. */
const mostBatches = 5;
/** Characters of a name. Menus are as wide as their longest row. */
const longestName = 40;

/** The text that the system shows over the icon. */
export function trayTooltip(say: Words, { underWay, isHeld }: TrayState): string {
  if (underWay === 0) return say(isHeld ? 'tray.held' : 'tray.idle');
  return say(isHeld ? 'tray.under-way-held' : 'tray.under-way', { count: underWay });
}

/** The menu of the icon, from top to bottom: what happens, what needs the person, the last pictures, and what the app offers. */
export function trayMenu(say: Words, state: TrayState, pictures: readonly TrayPicture[]): readonly TrayItem[] {
  return [{ kind: 'act', name: say('tray.open'), act: { do: 'show' } }, line, ...work(say, state), line, ...lastPictures(say, pictures), { kind: 'act', name: say('tray.settings'), act: { do: 'show', what: { kind: 'settings' } } }, { kind: 'act', name: say('tray.quit'), act: { do: 'quit' } }];
}

const line: TrayItem = { kind: 'line' };

function work(say: Words, { underWay, waiting, undecided, failed, batches, isHeld }: TrayState): readonly TrayItem[] {
  const leading = (name: string, what: NewsPlace): TrayItem => ({ kind: 'act', name, act: { do: 'show', what } });
  const shown = batches.slice(0, mostBatches);
  const more = batches.length - shown.length;
  return [
    underWay === 0 ? { kind: 'heading', name: say('tray.tasks-none') } : leading(say('tray.tasks', { count: underWay }), { kind: 'tasks', section: 'progress' }),
    ...shown.map(({ name, ended, tasks }) => leading(say('tray.batch', { name: short(name), ended, tasks }), { kind: 'batch', name })),
    ...(more > 0 ? [leading(say('tray.batches-more', { count: more }), { kind: 'tasks', section: 'progress' })] : []),
    ...(undecided > 0 ? [leading(say('tray.undecided', { count: undecided }), { kind: 'tasks', section: 'problems' })] : []),
    ...(failed > 0 ? [leading(say('tray.failed', { count: failed }), { kind: 'tasks', section: 'problems' })] : []),
    ...(waiting > 0 ? [leading(say('tray.waiting', { count: waiting }), { kind: 'tasks', section: 'waiting' })] : []),
    { kind: 'act', name: say(isHeld ? 'tray.resume' : 'tray.hold'), act: { do: isHeld ? 'resume' : 'hold' } },
  ];
}

function lastPictures(say: Words, pictures: readonly TrayPicture[]): readonly TrayItem[] {
  if (pictures.length === 0) return [];
  return [
    { kind: 'heading', name: say('tray.pictures') },
    ...pictures.map(({ imageId, prompt }): TrayItem => ({ kind: 'act', name: short(prompt) || say('tray.picture-unnamed'), act: { do: 'show', what: { kind: 'picture', imageId } }, picture: imageId })),
    line,
  ];
}

/** On one line. Cut between characters that a person sees as one. */
function short(text: string): string {
  const flat = text.replace(/\s+/gu, ' ').trim();
  const beginning = flat.slice(0, 20 * longestName);
  const characters = Array.from(new Intl.Segmenter().segment(beginning), ({ segment }) => segment);
  return characters.length <= longestName && beginning === flat ? flat : `${characters.slice(0, longestName - 1).join('').trimEnd()}…`;
}
