import type { Answer, PictureScript, TaskScript } from '../support/scripted-service-script.ts';
import { paddedPng, samplePicture } from '../support/sample-pictures.ts';
import type { ScriptedService } from '../support/scripted-service.ts';
import type { Odd, Submission } from './chaos.ts';
import type { Dice } from '../support/dice.ts';
import { asNeighbour } from './engine-messages.ts';
import { wrappings } from './odd-wrappings.ts';

/** One thing that a service does, and what must come of it. Each is a row of its own, so that a finding names it. */
export interface OddService {
  readonly name: string;
  /** The commit that only this kind of answer leads to. */
  readonly brings?: 'ids' | 'delivery';
  readonly make: (at: Place) => Made;
}

/** Where the answers of one submission point. */
export interface Place {
  readonly dice: Dice;
  readonly service: Pick<ScriptedService, 'url'>;
  /** Of the submission's first task. */
  readonly id: string;
}

interface Made extends Partial<Omit<Odd, 'name'>> {
  readonly script: TaskScript;
  readonly count?: number;
}

/** Milliseconds on the engine's clock. 1.5 seconds in fact, so that only answers that are meant to be late are. */
export const submitDeadlineMs = 45_000;
/** Two seconds in fact. */
export const watchLimitMinutes = 1;
/** Milliseconds in fact, after the deadline. */
const lateMs = 1_650;
/** More requests than any round makes. */
const always = 100;

/** What a row makes of one submission. The seed decides the id too, because some answers hold it. */
export function oddSubmission({ name, make }: OddService, dice: Dice, service: Pick<ScriptedService, 'url'>): Submission {
  const id = `odd-${dice.below(2 ** 32).toString(36)}-${dice.below(2 ** 32).toString(36)}`;
  const { script, count = 1, ...odd } = make({ dice, service, id });
  const usual: Odd = { name, end: 'completed', isUnnamed: false, isLate: false, refusals: 0, isNeighbours: false };
  return { script: { id, ...script }, count, odd: { ...usual, ...odd } };
}

const sizes = [300, 5_000, 20_000, 90_000];
const png = (dice: Dice): PictureScript => ({ base64: paddedPng(dice.pick(sizes)).toString('base64') });
const address = ({ service, id }: Place, index = 0): string => `${service.url}/pictures/${id}/${index}`;
const soon = ({ dice }: Place): number => 5 + dice.below(60);
const json = (value: unknown): Answer => ({ body: { json: value } });
const repeated = (answer: Answer, times = always): readonly Answer[] => Array<Answer>(times).fill(answer);
const few = (dice: Dice, most: number): number => 1 + dice.below(most);

const processing = ({ id }: Place): unknown => ({ id, status: 'processing' });
const finished = (at: Place, data: readonly unknown[] = [{ url: address(at) }]): unknown => ({ id: at.id, status: 'completed', output: { data } });

/** These answers to the first queries, then the usual ones. */
const queried = (name: string, answers: (at: Place) => readonly Answer[]): OddService => ({
  name: `query: ${name}`,
  make: (at) => ({ script: { processing: at.dice.below(2), query: answers(at), images: [png(at.dice)] } }),
});

/** A POST answered so, with the ids that the service then knows. */
const posted = (name: string, answer: (at: Place) => Answer, made: Omit<Made, 'script'> = {}): OddService => ({
  name: `POST: ${name}`,
  make: (at) => ({ ...made, script: { processing: 0, submit: [{ delayMs: soon(at), ...answer(at) }], images: [png(at.dice)] } }),
});

/** Bytes that come for the picture's address, in order of the requests; null: as they should. The last one repeats. */
const pictured = (name: string, bytes: (at: Place) => Buffer, answers: (base64: string) => readonly (Answer | null)[] = () => [null]): OddService => ({
  name: `picture: ${name}`,
  make(at) {
    const base64 = bytes(at).toString('base64');
    return { script: { processing: 0, images: [{ base64, answers: answers(base64) }] } };
  },
});

const several = (isLate: boolean): OddService => ({
  name: `POST: several ids${isLate ? ', late' : ''}`,
  ...(isLate ? {} : { brings: 'ids' }),
  make(at) {
    const ids = [at.id, ...Array.from({ length: few(at.dice, 2) }, (_, number) => `${at.id}-${number}`)];
    const data = ids.map((id) => ({ status: 'submitted', task_id: id }));
    return { isLate, script: { moreIds: ids.slice(1), submit: [{ delayMs: isLate ? lateMs : soon(at), ...json({ code: 200, data }) }], processing: 0, images: [png(at.dice)] } };
  },
});

/** Pictures in place of an id: addresses, or their bytes. */
const delivered = (form: 'address' | 'bytes', isLate: boolean): OddService => ({
  name: `POST: pictures by ${form}${isLate ? ', late' : ''}`,
  ...(isLate ? {} : { brings: 'delivery' }),
  make(at) {
    const images = Array.from({ length: few(at.dice, 2) }, () => png(at.dice));
    const data = images.map(({ base64 }, index) => (form === 'address' ? { url: address(at, index) } : { b64_json: base64 }));
    return { isLate, isUnnamed: true, script: { submit: [{ delayMs: isLate ? lateMs : soon(at), ...json({ created: 1, data }) }], images } };
  },
});

const busy = (name: string, headers: Readonly<Record<string, string>>): OddService => ({
  name: `POST: ${name}, then accepted`,
  make(at) {
    const refusals = few(at.dice, 2);
    const refusal: Answer = { delayMs: soon(at), status: 429, headers, ...json({ error: { code: 'too_many_tasks', message: 'Too many tasks.' } }) };
    return { refusals, script: { submit: [...repeated(refusal, refusals), null], processing: 0, images: [png(at.dice)] } };
  },
});

const refused = (name: string, status: number): OddService =>
  posted(name, () => ({ delayMs: lateMs, status, ...json({ error: { code: 'refused', message: 'Not this one.' } }) }), { isLate: true, end: 'rejected' });

const challenge: Answer = { status: 403, headers: { 'content-type': 'text/html; charset=UTF-8', 'cf-mitigated': 'challenge' }, body: { text: '<!DOCTYPE html><html><title>Just a moment...</title><body>Checking your browser</body></html>' } };
const swallowed: Answer = { then: { do: 'hang', after: 'before-answer' } };

/** Of the account beside, whose host takes requests and never answers them. */
const neighbours = (name: string, script: (at: Place) => TaskScript, count = 6): OddService => ({
  name: `neighbour: ${name}`,
  make: (at) => ({ count, isNeighbours: true, script: script(at) }),
});

export const oddServices: readonly OddService[] = [
  several(false),
  several(true),
  delivered('address', false),
  delivered('address', true),
  delivered('bytes', false),
  delivered('bytes', true),
  posted('an id and its pictures', (at) => json(finished(at))),
  posted('an id, late', (at) => ({ delayMs: lateMs, ...json(processing(at)) }), { isLate: true }),
  busy('429 with Retry-After', { 'retry-after': '1' }),
  busy('429', {}),
  refused('a refusal, late', 400),
  refused('429, late', 429),
  ...wrappings.map(({ name, around }) => posted(name, (at) => around(JSON.stringify(processing(at))))),

  ...wrappings.map(({ name, around }) =>
    queried(name, (at) => [...repeated(around(JSON.stringify(processing(at))), at.dice.below(3)), ...repeated(around(JSON.stringify(finished(at))))]),
  ),
  queried('completed with output null, later with pictures', (at) => repeated(json({ id: at.id, status: 'completed', output: null }), few(at.dice, 4))),
  queried('completed with an empty list, later with pictures', (at) => repeated(json(finished(at, [])), few(at.dice, 4))),
  queried('completed without an address, later with pictures', (at) => repeated(json(finished(at, [{ url: null }])), few(at.dice, 4))),
  {
    name: 'query: the second address later',
    make: (at) => ({
      script: { processing: 0, query: repeated(json(finished(at, [{ url: address(at) }, { url: null }])), few(at.dice, 3)), images: [png(at.dice), png(at.dice)] },
    }),
  },
  queried('403 for one task', (at) => repeated({ status: 403, ...json({ error: { code: 'forbidden', message: 'This task belongs to another key.' } }) }, few(at.dice, 3))),
  queried('a challenge page', (at) => repeated(challenge, few(at.dice, 3))),
  queried('a login page', (at) => repeated({ headers: { 'content-type': 'text/html' }, body: { text: '<html><title>Sign in</title><form></form></html>' } }, few(at.dice, 3))),
  queried('an unknown word with an error, then pictures', (at) => repeated(json({ id: at.id, status: 'retrying', error: { message: 'The worker was lost.' } }), few(at.dice, 3))),
  {
    name: 'query: an unknown last word with an error',
    make: (at) => ({ end: 'failed', script: { query: repeated(json({ id: at.id, status: 'rejected', error: { message: 'Blocked. You were not charged.' } })) } }),
  },
  queried('an unknown last word with progress 1', (at) => [...repeated(json({ id: at.id, status: 'rendering', progress: 0.4 }), at.dice.below(3)), ...repeated(json({ id: at.id, status: 'finished', progress: 1, output: { data: [{ url: address(at) }] } }))]),
  queried('progress from 0 to 1', (at) => [...[0, 0.3, 0.9].map((progress) => json({ id: at.id, status: 'processing', progress })), ...repeated(json({ ...(finished(at) as object), progress: 1 }))]),
  {
    name: 'query: percent-encoded bytes in place of an address',
    make(at) {
      const picture = png(at.dice);
      return { script: { processing: 0, query: repeated(json(finished(at, [{ url: `data:image/png;base64,${encodeURIComponent(picture.base64)}` }])), 5), images: [picture] } };
    },
  },

  pictured('206 for the whole', whole, (base64) => {
    const bytes = Buffer.from(base64, 'base64').length;
    return [{ status: 206, headers: { 'content-range': `bytes 0-${bytes - 1}/${bytes}`, 'content-type': 'image/png' }, body: { base64 } }];
  }),
  pictured('203', whole, (base64) => [{ status: 203, body: { base64 } }]),
  pictured('a PNG without its end', (at) => whole(at).subarray(0, -12)),
  pictured('a JPEG without its end mark', () => samplePicture('jpeg').bytes.subarray(0, -2)),
  pictured('a PNG with a tail', (at) => Buffer.concat([whole(at), Buffer.from('<!-- served by cache 7 -->')])),
  pictured('a page once', whole, () => [{ headers: { 'content-type': 'text/html' }, body: { text: '<!DOCTYPE html><html><body>One moment</body></html>' } }, null]),
  pictured('a challenge page once', whole, () => [challenge, null]),
  pictured('gzip announced over plain', whole, (base64) => [{ headers: { 'content-encoding': 'gzip', 'content-type': 'image/png' }, body: { base64 } }]),
  pictured('the same length twice', whole, (base64) => [rawPicture(base64)]),

  neighbours('queries are swallowed', () => ({ query: repeated(swallowed) })),
  neighbours('pictures are swallowed', (at) => ({ processing: 0, images: [{ ...png(at.dice), url: asNeighbour(address(at)), answers: [swallowed] }] })),
  neighbours('POSTs are swallowed', () => ({ submit: [swallowed] }), 1),
];

function whole({ dice }: Place): Buffer {
  return paddedPng(dice.pick(sizes));
}

function rawPicture(base64: string): Answer {
  const bytes = Buffer.from(base64, 'base64');
  const length = `Content-Length: ${bytes.length}`;
  const head = ['HTTP/1.1 200 OK', 'Content-Type: image/png', length, length, 'Connection: close', '', ''].join('\r\n');
  return { raw: Buffer.concat([Buffer.from(head), bytes]).toString('base64') };
}
