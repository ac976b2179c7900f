import { create } from 'zustand';
import type { Preset, PresetChoices } from '../../../shared/prompts/preset.ts';
import { longestPresetName } from '../../../shared/input-limits.ts';
import type { Result } from '../../../shared/result.ts';
import { bridge } from '../../bridge.ts';
import { askText } from '../../ui/dialogs/ask.ts';
import { notifyError } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { appFacts } from '../app-store.ts';
import { isSame } from '../is-same.ts';
import { didAct, refusalOf, type Outcome } from '../undo.ts';
import { composeChoices, countIn, replaceDraft, setChoices, setCount, useCompose } from './compose-store.ts';
import { written } from './compose-matrix.ts';

interface PresetsStore {
  /** By name. */
  readonly presets: readonly Preset[];
}

export const usePresets = create<PresetsStore>(() => ({ presets: [] }));

/** Called when the menu opens. Shows no error, because the person asked for the menu and not for this. */
export async function readPresets(): Promise<void> {
  const answer = await bridge.presetsList();
  if (answer.ok) usePresets.setState({ presets: answer.value });
}

/** Asks for a name for the choices in the compose bar, or another one for a preset. */
export function namePreset(naming: 'choices' | Preset): void {
  const say = currentWords();
  const which = naming === 'choices' ? 'save' : 'rename';
  const isTaken = (name: string): boolean => naming === 'choices' && usePresets.getState().presets.some((preset) => preset.name === name);
  void askText({
    title: say(`presets.${which}.title`),
    description: say(`presets.${which}.explained`),
    label: say('presets.name'),
    value: naming === 'choices' ? '' : naming.name,
    longest: longestPresetName,
    confirm: say(`presets.${which}.confirm`),
    check: (name) => ({ hint: isTaken(name) ? say('presets.replaces') : undefined }),
    save: async (name) => refusalOf(await savePresetAs(naming, name)),
  });
}

/** All choices of the compose bar, as a preset has them. */
function choicesNow(): PresetChoices {
  return { ...written(composeChoices()), count: countIn(useCompose.getState(), appFacts()) ?? 1 };
}

/** Puts a preset into the compose bar. It can be undone. */
export function takePreset({ name, choices }: Preset): void {
  const say = currentWords();
  const { count, ...rest } = choices;
  replaceDraft({ words: say('presets.used', { name }), name: say('presets.using', { name }) }, () => {
    setChoices(rest);
    setCount(count);
  });
}

/** Saves the choices of the compose bar, or renames a preset. It can be undone. Returns the error, if there is one. */
async function savePresetAs(naming: 'choices' | Preset, name: string): Promise<Outcome> {
  const say = currentWords();
  if (naming !== 'choices') {
    const rename = async (to: string): Promise<Outcome> => applied(await bridge.presetsRename({ id: naming.id, name: to }));
    const revert = (from: string, to: string) => async (): Promise<Outcome> => {
      const now = usePresets.getState().presets.find(({ id }) => id === naming.id);
      return now?.name === from ? rename(to) : now === undefined ? 'nothing' : 'changed';
    };
    const outcome = await rename(name);
    if (outcome === 'done') didAct({ words: say('presets.renamed', { name }), name: say('presets.renaming', { name }), undo: revert(name, naming.name), redo: revert(naming.name, name) });
    return outcome;
  }
  const choices = choicesNow();
  const replaced = usePresets.getState().presets.find((preset) => preset.name === name);
  let saved: PresetChoices = choices;
  const save = async (): Promise<Outcome> => {
    const outcome = applied(await bridge.presetsSave({ name, choices }));
    saved = usePresets.getState().presets.find((preset) => preset.name === name)?.choices ?? choices;
    return outcome;
  };
  const outcome = await save();
  const undo = async (): Promise<Outcome> => {
    const now = usePresets.getState().presets.find((preset) => preset.name === name);
    if (now === undefined) return 'nothing';
    if (!isSame(now.choices, saved)) return 'changed';
    return replaced ? applied(await bridge.presetsSave({ name, choices: replaced.choices })) : remove(name);
  };
  if (outcome === 'done') didAct({ words: say('presets.saved', { name }), name: say('presets.saving', { name }), undo, redo: save });
  return outcome;
}

export async function removePreset({ name, choices, savedAt }: Preset): Promise<void> {
  const say = currentWords();
  const outcome = await remove(name);
  if (typeof outcome === 'object') return notifyError(outcome);
  if (outcome !== 'done') return;
  const undo = async (): Promise<Outcome> => applied(await bridge.presetsSave({ name, choices, savedAt }));
  didAct({ words: say('presets.deleted', { name }), name: say('presets.deleting', { name }), undo, redo: () => remove(name) });
}

/** Finds a preset by its name, because one that was saved again has another id. */
async function remove(name: string): Promise<Outcome> {
  const preset = usePresets.getState().presets.find((other) => other.name === name);
  return preset ? applied(await bridge.presetsRemove({ id: preset.id })) : 'nothing';
}

function applied(answer: Result<readonly Preset[]>): Outcome {
  if (!answer.ok) return answer.error;
  usePresets.setState({ presets: answer.value });
  return 'done';
}
