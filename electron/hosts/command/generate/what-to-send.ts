import type { Account } from '../../../../shared/account.ts';
import type { Recipe } from '../../../../shared/batch.ts';
import type { ComposeChoices } from '../../../../shared/settings.ts';
import type { GenerationRequest } from '../../../../shared/task.ts';
import { mostInBatch } from '../../../../shared/input-limits.ts';
import { usualUses } from '../../../../shared/lists/list-columns.ts';
import { checkRow, matrixOfList, requestsOf, type ListFault } from '../../../../shared/lists/list-entries.ts';
import { allColumns } from '../../../../shared/lists/list-pieces.ts';
import { checkPrompt, checkRequest } from '../../../../shared/request/compose-checks.ts';
import { batchName, combinations, matrixRecipe, requestsOfForm, sentValues } from '../../../../shared/request/compose-matrix.ts';
import { longestPrompt } from '../../../../shared/request/request-checks.ts';
import { sentExtras, sentFields } from '../../../../shared/request/sent-extras.ts';
import { isRequestFields } from '../../../../shared/request/request-fields.ts';
import { openTemplate } from '../../../../shared/templates/expand-template.ts';
import { expandTemplate, type ExpansionFault } from '../../../../shared/templates/expansion.ts';
import { isTemplate } from '../../../../shared/templates/is-template.ts';
import { createWildcards, type Wildcards } from '../../../../shared/templates/wildcard-lists.ts';
import type { CommandWords } from '../../../../shared/words/command-words.ts';
import type { Access } from '../access.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageFault } from '../usage-fault.ts';
import type { GenerateOptions } from './generate-options.ts';
import { fromStdin, readListFile, readPrompts } from './read-prompts.ts';
import { readReferences } from './references.ts';

/** What is sent: each request is a task. More than one is a batch. */
export interface ToSend {
  readonly requests: readonly GenerationRequest[];
  readonly name: string;
  readonly recipe: Recipe;
}

/** The most faults of a list that are told. */
const mostFaults = 20;

/** Makes the tasks as the window makes them, and checks them as it does. Throws UsageFault if something is wrong: nothing was sent. */
export async function whatToSend({ say, tell, signal }: CommandContext, access: Access, account: Account, given: readonly string[], options: GenerateOptions): Promise<ToSend> {
  const { model, size, quality, set, count, list, template } = options;
  const prompts = await readPrompts(say, given, signal);
  if (prompts.length === 0 && list === undefined) throw new UsageFault(say('command.usage.no-prompt'));
  if (list !== undefined && prompts.length > 1) throw new UsageFault(say('command.usage.list-and-prompts'));
  if (!isRequestFields({ ...account.options.fields, ...set })) throw new UsageFault(say('list.fault.fields'));
  const references = await readReferences(say, access, account, options);
  const choices: ComposeChoices = { model: '', size: '', quality: '', also: { model: [...model], size: [...size], quality: [...quality] }, fields: set, ...(references.length > 0 && { references }) };
  const complaint = checkRequest(account, choices, count);
  if (complaint?.blocks) throw new UsageFault(say(complaint.words, complaint.values));
  if (complaint) tell(say(complaint.words, complaint.values));
  const wildcards = await readWildcards(access, template || list !== undefined);
  if (list !== undefined) return fromList({ say, tell, signal }, account, list, prompts[0] ?? '', choices, wildcards, options);
  return fromPrompts(say, account, prompts, choices, wildcards, options);
}

async function fromPrompts(say: CommandWords, account: Account, prompts: readonly string[], choices: ComposeChoices, wildcards: Wildcards, { template, count }: GenerateOptions): Promise<ToSend> {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const all: string[] = [];
  const used = new Set<string>();
  for (const text of prompts.map((prompt) => prompt.trim())) {
    const made = template && isTemplate(text) ? await expanded(say, text, wildcards, seed, used) : [text];
    // Each is sent with every combination, so that a template that makes too many is stopped before its tasks are made.
    const tasks = (all.length + made.length) * combinations(choices) * count;
    if (tasks > mostInBatch) throw new UsageFault(say('compose.too-many', { all: tasks, most: mostInBatch }));
    for (const prompt of made) all.push(prompt);
  }
  for (const prompt of all) checkedPrompt(say, prompt);
  const requests = requestsOfForm(all, choices, sentExtras(account, choices), count);
  const [only, other] = prompts;
  const name = batchName(only ?? '');
  if (other !== undefined) return { requests, name, recipe: { from: 'list', ...matrixOfList(requests), count } };
  const made: Partial<Recipe> = used.size > 0 || all.length > 1 ? { from: 'template', template: only ?? '', mode: 'all', seed, wildcards: [...used].slice(0, 1000) } : {};
  return { requests, name, recipe: { from: 'prompt', ...made, ...matrixRecipe(choices), count } };
}

function checkedPrompt(say: CommandWords, prompt: string): void {
  if (prompt === '') throw new UsageFault(say('list.fault.no-prompt'));
  if (prompt.length > longestPrompt) throw new UsageFault(say('list.fault.prompt', { most: longestPrompt }));
  const complaint = checkPrompt(prompt);
  if (complaint) throw new UsageFault(say(complaint.words, complaint.values));
}

/** All combinations of a template. `used` gets the names of its wildcards. */
async function expanded(say: CommandWords, text: string, wildcards: Wildcards, seed: number, used: Set<string>): Promise<readonly string[]> {
  const template = openTemplate(text, wildcards);
  const [broken] = template.faults;
  const { prompts, fault } = broken ? { prompts: [], fault: broken } : await expandTemplate(template, { mode: 'all', number: null, seed });
  if (fault !== null) throw new UsageFault(faultWords(say, text, fault));
  for (const name of template.wildcards) used.add(name);
  return prompts;
}

function faultWords(say: CommandWords, text: string, fault: ExpansionFault): string {
  if (typeof fault === 'string') return say(`templates.not-sent.${fault}`, { most: mostInBatch });
  const problem = say(fault.words, fault.values);
  const place = text.slice(fault.at, fault.at + Math.min(fault.length, 40));
  return say('command.template.fault', { place, problem: fault.within === null ? problem : say('templates.within', { name: fault.within, problem }) });
}

async function fromList({ say, tell, signal }: Pick<CommandContext, 'say' | 'tell' | 'signal'>, account: Account, file: string, template: string, choices: ComposeChoices, wildcards: Wildcards, options: GenerateOptions): Promise<ToSend> {
  const list = await readListFile(say, file, signal);
  const columns = allColumns(list);
  const uses = usualUses(columns, template);
  const unused = columns.filter((_, at) => uses[at] === 'none');
  if (unused.length > 0) tell(say('command.list.unused', { names: unused.map((name, at) => name || String(at + 1)).join(', ') }));
  if (list.leftOut.length > 0) tell(say('list.left-out', { names: list.leftOut.slice(0, 5).join(', '), more: Math.max(0, list.leftOut.length - 5) }));
  const plan = {
    uses,
    choices: { model: sentValues(choices, 'model'), size: sentValues(choices, 'size'), quality: sentValues(choices, 'quality') },
    fields: sentFields(account, choices),
    expands: options.template,
    template,
    wildcards,
    practice: account.kind === 'practice',
  };
  const checked = list.rows.map((row) => ({ line: row.line, ...checkRow(row, plan) }));
  const faulty = checked.filter(({ entry }) => entry === null);
  if (faulty.length > 0) {
    for (const { line, faults } of faulty.slice(0, mostFaults)) for (const fault of faults) tell(listFaultWords(say, line, fault, columns));
    throw new UsageFault(say('command.list.faults', { count: faulty.length }));
  }
  const entries = checked.flatMap(({ entry }) => entry ?? []);
  const { references } = sentExtras(account, choices);
  const once = entries.flatMap(requestsOf).map((request) => (references ? { ...request, references } : request));
  if (once.length * options.count > mostInBatch) throw new UsageFault(say('list.too-many', { count: once.length * options.count, most: mostInBatch }));
  const requests = Array.from({ length: options.count }, () => once).flat();
  const isTemplated = uses.some((use) => use.startsWith('variable:')) && template.trim() !== '';
  return { requests, name: batchName(file === fromStdin ? say('list.usual-name', { count: list.rows.length }) : file.replace(/^.*[\\/]/, '').replace(/\.[^.]+$/, '')), recipe: { from: 'list', ...(isTemplated && { template }), ...matrixOfList(requests) } };
}

function listFaultWords(say: CommandWords, line: number, { column, words, values }: ListFault, columns: readonly string[]): string {
  const name = column === null ? 'none' : columns[column] || say('list.column', { number: column + 1 });
  return say('command.list.fault', { line, column: name, problem: say(words, values) });
}

/** The person's wildcards. Not asked for if no prompt can have one. */
async function readWildcards(access: Access, isNeeded: boolean): Promise<Wildcards> {
  const folder = isNeeded ? await access.call('wildcards:folder', { known: null }) : null;
  return createWildcards(folder?.lists ?? []);
}
