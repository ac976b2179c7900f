import { parseArgs } from 'node:util';
import { readAnswerFiles, type AnswerFiles } from './answer-files.ts';
import { startPracticeService, type PracticeEvent } from './service.ts';
import { otherSpellings, practiceWords } from './bracket-words.ts';

/**
 * `npm run practice`: the practice service alone, for curl and for other clients.
 * `--port N`, `--key TEXT`, `--data FILE` (keeps tasks over restarts), `--answers FOLDER` (answers for `[answer NAME]`).
 */
interface Choices {
  readonly port: number;
  readonly key: string | undefined;
  readonly data: string | null;
  readonly answers: AnswerFiles | undefined;
}

function readChoices(): Choices {
  const text = { type: 'string' } as const;
  const { port = '0', key, data = null, answers } = parseArgs({ options: { port: text, key: text, data: text, answers: text } }).values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`--port needs a number from 0 to 65535, not "${port}".`);
  return { port: Number(port), key, data, answers: answers === undefined ? undefined : readAnswerFiles(answers) };
}

function report(event: PracticeEvent): void {
  const time = new Date(event.at).toTimeString().slice(0, 8);
  console.log(event.kind === 'request' ? `${time}  ${event.method} ${event.path}` : `${time}  accepted ${event.taskId}`);
}

function introduce(url: string, key: string, answers: AnswerFiles | undefined): void {
  const effects = [...Object.entries(practiceWords), ...Object.entries(otherSpellings).map(([spelling, word]) => [spelling, `The same as [${word}].`] as const)];
  const longest = Math.max(...effects.map(([word]) => word.length)) + 2;
  const words = effects.map(([word, effect]) => `  ${`[${word}]`.padEnd(longest)}  ${effect}`);
  console.log(`Practice service
  Address  ${url}
  Key      ${key}

Words in the prompt that steer it:
${words.join('\n')}${answers === undefined ? '' : `
  [answer NAME]    One of ${answers.size} answer files, such as ${[...answers.keys()][0] ?? 'none'}.`}

Try it:
  curl -s ${url}/v1/images/generations -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
    -d '{"model":"practice-painter","prompt":"a lighthouse at dusk","size":"1024x1024","quality":"low"}'
  curl -s ${url}/v1/tasks/TASK_ID -H 'Authorization: Bearer ${key}'

Ctrl-C stops it.
`);
}

try {
  const { port, key, data, answers } = readChoices();
  const service = await startPracticeService({ port, key, dataFile: data, onEvent: report, ...(answers === undefined ? {} : { answers }) });
  introduce(service.url, service.key, answers);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void service.stop().finally(() => process.exit(0)));
  }
} catch (error) {
  console.error(`The practice service could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
