import { describe, expect, test } from 'vitest';
import { readList } from '../../../../../renderer/stores/lists/read-list.ts';
import { readingsOf } from '../../../../../renderer/stores/lists/readings.ts';
import { usualUses } from '../../../../../shared/lists/list-columns.ts';
import { checkRow } from '../../../../../shared/lists/list-entries.ts';
import { createWildcards } from '../../../../../shared/templates/wildcard-lists.ts';

/** Files that went wrong in other programs, made again from public reports, which are named. Those of wildcards are in wildcard-values.test.ts. */

const { signal } = new AbortController();
const fileOf = (name: string, bytes: Uint8Array): File => new File([new Uint8Array(bytes)], name);

/** What the rows ask for, or why they do not. */
async function asked(file: File): Promise<unknown> {
  const read = await readList(file, { format: null, encoding: null }, signal);
  if (read === null || typeof read === 'string') return read;
  const uses = usualUses(Array.from({ length: Math.max(read.columns.length, 1) }, (_, at) => read.columns[at] ?? ''));
  const plan = { uses, choices: { model: [''], size: [''], quality: [''] }, fields: {}, expands: false, template: '', wildcards: createWildcards([]), practice: false };
  return read.rows.map((row) => {
    const { entry, faults } = checkRow(row, plan);
    return entry ? (entry.fields ? [entry.prompts[0], entry.fields] : entry.prompts[0]) : faults.map(({ words }) => words);
  });
}

describe('is read exactly', () => {
  test.each<[report: string, name: string, bytes: Buffer, rows: readonly unknown[]]>([
    ['wonderwhy-er/DesktopCommanderMCP#610', 'dc.txt', Buffer.from('\uFEFFalpha\r\nbeta\r\ngamma\r\n', 'utf16le'), ['alpha', 'beta', 'gamma']],
    ['AUTOMATIC1111/stable-diffusion-webui#3056', 'styles.csv', Buffer.from('\uFEFFname,prompt,negative_prompt\r\n国画,"水墨, 山",\r\n'), ['水墨, 山']],
    ['Clever/csvlint#37, FasterXML/jackson-dataformat-csv#47', 'a.csv', Buffer.from('\uFEFF"prompt","second_column"\n"Hello","how are you"\n'), ['Hello']],
    ['adaltas/node-csv-parse#284', 'a.csv', Buffer.from('\uFEFFprompt\n1\n3\n'), ['1', '3']],
    ['ltdrdata/ComfyUI-extension-tutorials#5', 'artists.txt', Buffer.from('Łukasz\nBeksiński 🎨\n'), ['Łukasz', 'Beksiński 🎨']],
    ['ltdrdata/ComfyUI-Impact-Pack#1197', 'a.txt', Buffer.from('Übermut\nschöne Tür\n'), ['Übermut', 'schöne Tür']],
    ['nagatoquin33/astrbot_plugin_stealer#96', 'prompts.json', Buffer.from('\uFEFF{\n  "prompts": ["一只猫",\n "一只狗"]\n}\n'), ['一只猫', '一只狗']],
    ['microsoft/TWL300-AI-Apps-and-agents#78', 'a.txt', Buffer.from('A “quoted” fox – at dawn\n'), ['A “quoted” fox – at dawn']],
    ['kohya-ss/sd-scripts#514', 'prompt.txt', Buffer.from('夜の街 --n 低品質\n'), ['夜の街 --n 低品質']],
  ])('%s', async (_, name, bytes, rows) => expect(await asked(fileOf(name, bytes))).toEqual(rows));
});

describe('is refused, and a person sees how it reads', () => {
  test.each<[report: string, bytes: Buffer, encoding: string, sample: string]>([
    ['objectstack-ai/objectui#2556', Buffer.from('d0d5c3fb2cb3c7cad00ad5c5c8fd2cb1b1bea90a', 'hex'), 'gb18030', '姓名,城市 … 张三,北京'],
    ['kohii/smoothcsv3#39', Buffer.from('4141415f946e96bc09834c815b83608370838b83748346', 'hex'), 'shift_jis', 'AAA_馬名\tキーチパルフェ'],
    ['acorderob/sd-webui-prompt-postprocessor#24', Buffer.from('ein schäner Tag\n', 'latin1'), 'windows-1252', 'ein schäner Tag'],
    ['AUTOMATIC1111/stable-diffusion-webui-wildcards#23', Buffer.from('José Núñez\n', 'latin1'), 'windows-1252', 'José Núñez'],
    ['WASasquatch/was-node-suite-comfyui#439', Buffer.from('a painter, Martín Rico\n', 'latin1'), 'windows-1252', 'a painter, Martín Rico'],
  ])('%s', async (_, bytes, encoding, sample) => {
    const file = fileOf('a.csv', bytes);
    expect(await asked(file)).toBe('not-unicode');
    expect((await readingsOf(file)).find((one) => one.encoding === encoding)?.sample).toBe(sample);
  });
});

describe('keeps its digits, or is refused at its place', () => {
  test.each<[report: string, number: string]>([
    ['ShiftHackZ/Stable-Diffusion-KMP#569', '6687881544318117707'],
    ['josdejong/jsoneditor#340', '1234567890123456789'],
    ['aichallenge/aichallenge#385', '-3494269252759342425'],
    ['aws/s2n-quic#2718', '18446744073709551615'],
  ])('%s', async (_, number) => {
    const rows = `{"prompt":"a","field:seed":${number}}\n{"prompt":"b","field:seed":"${number}"}\n{"prompt":"c","fields":{"seed":${number}}}\n`;
    expect(await asked(fileOf('a.jsonl', Buffer.from(rows)))).toEqual([['list.fault.digits'], ['b', { seed: number }], ['list.fault.digits']]);
    expect(await asked(fileOf('a.csv', Buffer.from(`prompt,field:seed\na,${number}\nb,"""${number}"""\n`)))).toEqual([['list.fault.digits'], ['b', { seed: number }]]);
  });
});
