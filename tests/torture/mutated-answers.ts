import type { HttpReply } from '../../electron/core/http/http-client.ts';
import { queryOutcome } from '../../electron/core/service/query-answer.ts';
import { createRedactor } from '../../electron/core/log/redact.ts';
import { readAnswer, understandAnswer } from '../../electron/core/service/service-answer.ts';
import { submitOutcome } from '../../electron/core/service/submit-answer.ts';
import { answerTexts } from '../support/answer-corpus.ts';
import { mutated } from '../support/answer-mutations.ts';
import type { Dice } from '../support/dice.ts';
import type { Family } from './tally.ts';

const mutationsPerRound = 50;
const key = 'torture-key-0123456789';

/** Answers of every shape with up to four mutations, read as the answer to a POST and to a query. */
export const mutatedAnswers: Family = async ({ rounds, dice, tally, log }) => {
  for (let round = 0; round < rounds; round += 1) {
    for (let number = 0; number < mutationsPerRound; number += 1) {
      const reply = damagedReply(dice);
      const fault = await faultOf(reply.reply).catch((error: unknown) => String(error));
      tally.add('mutations');
      if (fault !== null) tally.fail('misreadAnswers', `mutated-answers ${round}.${number}: ${fault} from ${JSON.stringify(reply.text).slice(0, 500)}`);
    }
    log(`mutated-answers ${round}: ${mutationsPerRound} read`);
  }
};

function damagedReply(dice: Dice): { readonly reply: HttpReply; readonly text: string } {
  const shape = dice.pick(answerTexts);
  let { text } = shape;
  for (let change = dice.below(4); change >= 0; change -= 1) text = mutated(text, dice.below);
  const headers = { ...shape.headers, 'retry-after': mutated('Sat, 21 Nov 2026 14:00:05 GMT', dice.below) };
  const body = (async function* () {
    yield Buffer.from(text);
  })();
  return { text, reply: { status: dice.pick([shape.status, 200, 400, 500]), headers, body } };
}

/** Null if the answer was read as something possible. */
async function faultOf(reply: HttpReply): Promise<string | null> {
  const answer = understandAnswer(await readAnswer(reply, true), 0, createRedactor(key));
  const submitted = submitOutcome(answer);
  if (submitted.kind === 'accepted' && !/\S/.test(submitted.remoteId)) return 'an id of nothing';
  const queried = queryOutcome(answer);
  if (queried.kind === 'trouble' && (queried.retryAfterMs ?? 0) > 600_000) return `a wait of ${queried.retryAfterMs} ms`;
  if (queried.kind === 'completed' && queried.images.some((image) => typeof (image.kind === 'url' ? image.url : image.base64) !== 'string')) {
    return 'a picture that is nowhere';
  }
  if (Object.keys(Object.prototype).length > 0 || 'polluted' in {}) return 'a polluted prototype';
  return null;
}
