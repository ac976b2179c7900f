import { afterEach } from 'vitest';
import { startPracticeService, type PracticeEvent, type PracticeOptions, type PracticeService } from '../../../electron/practice/service.ts';

/** A practice service for a test, with a clock that the test moves. */
export interface Practice {
  readonly service: PracticeService;
  readonly events: PracticeEvent[];
  /** Lets this many milliseconds pass. */
  pass(milliseconds: number): void;
  post(body: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Submits a prompt and answers the task's id. */
  submit(prompt: string, size?: string): Promise<string>;
  query(id: string): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; fails the test when it is not JSON. */
  readonly json: TaskAnswer;
}

/** Every field that an answer of the service may have. */
export interface TaskAnswer {
  readonly id?: string;
  readonly status?: string;
  readonly created?: number;
  readonly model?: string;
  readonly progress?: number;
  readonly credits?: number;
  readonly estimated_time?: number;
  readonly output?: { readonly data: readonly { readonly url: string }[] };
  readonly error?: { readonly code: string; readonly message: string; readonly type: string };
}

/** Longer than any task takes that is not `[slow]`. */
export const longEnough = 10_000;

const running: PracticeService[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
});

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    get json() {
      return JSON.parse(text) as TaskAnswer;
    },
  };
}

/** Starts a service on a free port; it stops when the test ends. */
export async function practise(options: Partial<PracticeOptions> = {}): Promise<Practice> {
  let now = 1_800_000_000_000;
  const events: PracticeEvent[] = [];
  const service = await startPracticeService({ dataFile: null, now: () => now, onEvent: (event) => events.push(event), ...options });
  running.push(service);
  const authorization = `Bearer ${service.key}`;

  const post: Practice['post'] = async (body, headers = {}) =>
    readAnswer(
      await fetch(`${service.url}/v1/images/generations`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  const get: Practice['get'] = async (path, headers = {}) => readAnswer(await fetch(service.url + path, { headers: { authorization, ...headers } }));

  return {
    service,
    events,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    post,
    get,
    async submit(prompt, size = '64x64') {
      const { json } = await post({ model: 'm', prompt, size, quality: 'low' });
      if (json.id === undefined) throw new Error(`Not accepted: ${JSON.stringify(json)}`);
      return json.id;
    },
    query: (id) => get(`/v1/tasks/${id}`),
  };
}

/** The address of the first picture of a completed answer. */
export function pictureUrl(answer: Answer, index = 0): string {
  const url = answer.json.output?.data[index]?.url;
  if (url === undefined) throw new Error(`No picture: ${answer.text}`);
  return url;
}
