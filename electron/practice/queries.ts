import type { ServerResponse } from 'node:http';
import { assertNever } from '../../shared/result.ts';
import type { PictureName } from './addresses.ts';
import type { AnswerFiles } from './answer-files.ts';
import { Refusal, sendFile, sendGarbage, sendJson, serviceError } from './http.ts';
import { commissionOf } from './picture-handler.ts';
import type { PictureCache } from './picture-cache.ts';
import { creditsFor } from './submission.ts';
import type { PracticeTask, PracticeTasks } from './accepted-tasks.ts';
import { picturesOf, stageOf, type PracticeTiming, type Stage } from './task-stage.ts';
import { answerNameIn, wordsIn } from './bracket-words.ts';

interface QueryParts {
  readonly tasks: PracticeTasks;
  readonly cache: PictureCache;
  readonly timing: PracticeTiming;
  readonly now: () => number;
  /** Complete signed address of a picture. */
  readonly addressOf: (picture: PictureName, expiresAt: number) => string;
  readonly answers: AnswerFiles;
}

/** How many queries of a task with `[busy]`, `[outage]` or `[noise]` fail, and how many completed answers of one with `[late pictures]` list none. */
const spoiledQueries = 2;

const unknownTask = (): Refusal => new Refusal(404, 'task_not_found', 'No task of this account has this id.');

/** The query operation (service-interface §4). */
export function createQueries({ tasks, cache, timing, now, addressOf, answers }: QueryParts) {
  const spoiled = new Map<string, number>();
  const answeredOnce = new Set<string>();
  const withoutPictures = new Map<string, number>();

  /** Answers the first queries as the words in the prompt say. Returns false if this query is to be answered normally. */
  function spoil(task: PracticeTask, response: ServerResponse): boolean {
    const words = wordsIn(task.prompt);
    if (!words.has('busy') && !words.has('outage') && !words.has('noise')) return false;
    const before = spoiled.get(task.id) ?? 0;
    if (before >= spoiledQueries) return false;
    spoiled.set(task.id, before + 1);
    if (words.has('busy')) {
      throw new Refusal(429, 'rate_limit_exceeded', 'Too many queries. Wait a little. [busy]', { 'retry-after': String(Math.ceil(timing.retryAfterMs / 1000)) });
    }
    if (words.has('outage')) throw new Refusal(503, 'unavailable', 'The service is down for maintenance. [outage]');
    sendGarbage(response);
    return true;
  }

  function output(task: PracticeTask, pictures: number): { data: readonly { url: string }[] } | null {
    if (wordsIn(task.prompt).has('late pictures')) {
      const before = withoutPictures.get(task.id) ?? 0;
      withoutPictures.set(task.id, before + 1);
      if (before < spoiledQueries) return null;
    }
    const expired = wordsIn(task.prompt).has('expire') && !answeredOnce.has(task.id);
    answeredOnce.add(task.id);
    const expiresAt = expired ? now() - 1 : now() + timing.addressLifeMs;
    return { data: Array.from({ length: pictures }, (_, index) => ({ url: addressOf({ taskId: task.id, index }, expiresAt) })) };
  }

  function report(task: PracticeTask, stage: Stage): Record<string, unknown> {
    const facts = { id: task.id, created: Math.floor(task.createdAt / 1000), model: task.model };
    switch (stage.kind) {
      case 'processing':
        return { ...facts, status: 'processing', progress: stage.progress, credits: creditsFor(task.quality) };
      case 'completed':
        return {
          ...facts,
          status: 'completed',
          progress: 100,
          completed: Math.floor(stage.completedAt / 1000),
          credits: creditsFor(task.quality),
          output: output(task, stage.pictures),
        };
      case 'failed':
        return {
          ...facts,
          status: 'failed',
          credits: 0,
          error: serviceError('moderation_blocked', 'The picture was stopped by the safety system. No credits were taken. [fail]', 400),
        };
      case 'moderated':
        return { ...facts, status: 'moderated', credits: 0, error: serviceError('moderation_blocked', 'The picture was stopped. You were not charged. [moderated]', 400) };
      case 'forgotten':
        throw unknownTask();
      default:
        return assertNever(stage);
    }
  }

  return {
    /** Lists the latest tasks, newest first, without their pictures. `page_size`: 1 to 100, 20 if it is absent or wrong. */
    list(search: URLSearchParams, response: ServerResponse): void {
      const asked = Number(search.get('page_size') ?? '');
      const data = tasks.latest(Number.isInteger(asked) && asked >= 1 && asked <= 100 ? asked : 20).flatMap((task) => {
        const stage = stageOf(task, now(), timing);
        if (stage.kind === 'forgotten') return [];
        return [{ id: task.id, object: 'image.generation.task', status: stage.kind, model: task.model, prompt: task.prompt, created: Math.floor(task.createdAt / 1000) }];
      });
      sendJson(response, 200, { object: 'list', data });
    },
    /** Answers a query. `taskId` is the text in the path. Throws Refusal. */
    answer(taskId: string, response: ServerResponse): void {
      const task = tasks.get(taskId);
      if (!task) throw unknownTask();
      const file = answers.get(answerNameIn(task.prompt) ?? '');
      if (file?.request === 'query') return sendFile(response, file, { id: task.id, image: addressOf({ taskId: task.id, index: 0 }, now() + timing.addressLifeMs) });
      if (spoil(task, response)) return;
      const stage = stageOf(task, now(), timing);
      const answer = report(task, stage);
      sendJson(response, 200, answer);
      // Paint while the task "is processing", but only if it is queried.
      for (let index = 0; index < picturesOf(task.prompt); index++) cache.prepare(commissionOf(task, index));
    },
  };
}
