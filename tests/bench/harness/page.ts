import { setTimeout as pause } from 'node:timers/promises';

/** A page of a running Chromium, over its debugging port. */
export interface DebuggedPage {
  send(method: string, params?: object): Promise<unknown>;
  /** The value of an expression, awaited where it is a promise. Throws what it throws. */
  evaluate(expression: string): Promise<unknown>;
  /** Everything that the page's process did while `run` ran, from Chromium's own trace. */
  trace(run: () => Promise<unknown>): Promise<readonly TraceEvent[]>;
  close(): void;
}

export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Microseconds for which its thread had a core meanwhile. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly value?: readonly TraceEvent[] };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

const categories = ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline', 'devtools.timeline.frame', 'disabled-by-default-devtools.timeline.frame', '__metadata'];

/** Milliseconds after which a page that does not answer is given up: the longest question waits a minute. */
const patience = 120_000;

/** How often a page is asked again that is just being replaced by the next. */
const mostTries = 1_000;

/** Connects to the debugger of a page. Rejects when it cannot be reached. */
export async function connectToPage(address: string): Promise<DebuggedPage> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('the page’s debugger does not answer')), { once: true });
  });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  let collected: TraceEvent[] = [];
  let complete = Promise.withResolvers<undefined>();
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data)) as Message;
    if (method === 'Tracing.dataCollected') collected.push(...(params?.value ?? []));
    if (method === 'Tracing.tracingComplete') complete.resolve(undefined);
    const asked = id === undefined ? undefined : waiting.get(id);
    if (id === undefined || asked === undefined) return;
    waiting.delete(id);
    if (error === undefined) asked.resolve(result);
    else asked.reject(new Error(error.message));
  });
  socket.addEventListener('close', () => {
    for (const asked of waiting.values()) asked.reject(new Error('The page is gone.'));
    waiting.clear();
  });
  const send = (method: string, params: object = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      last += 1;
      const id = last;
      const late = setTimeout(() => {
        waiting.delete(id);
        reject(new Error(`The page has not answered to ${method} for ${patience / 1000} seconds.`));
      }, patience);
      const settled = <T>(settle: (value: T) => void) => (value: T): void => {
        clearTimeout(late);
        settle(value);
      };
      waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
      socket.send(JSON.stringify({ id, method, params }));
    });
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = (await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })) as {
      readonly result: { readonly value?: unknown };
      readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
    };
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  return {
    send,
    // The first document of a window gives way to the page while it is looked at.
    async evaluate(expression) {
      for (let tries = 0; ; tries += 1) {
        try {
          return await evaluate(expression);
        } catch (error) {
          if (tries === mostTries || !/execution context|context was destroyed/i.test(String(error))) throw error;
          await pause(5);
        }
      }
    },
    async trace(run) {
      collected = [];
      complete = Promise.withResolvers();
      await send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: categories } });
      await run();
      await send('Tracing.end');
      await complete.promise;
      return collected;
    },
    close: () => socket.close(),
  };
}
