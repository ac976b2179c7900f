import { useEffect } from 'react';
import { create } from 'zustand';
import { chipsOf } from '../../../shared/search/field/chips.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import { cutText } from '../../../shared/request/plain-text.ts';
import type { Image, ImageId, Task } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { today } from '../now.ts';

/** A picture that searches name by an id. */
export interface Subject {
  readonly imageId: ImageId;
  /** The beginning of its prompt; without a prompt, the name of its file. Empty if it has neither. */
  readonly name: string;
}

/** By the names of `like:`. Without those that main has not found. */
export const useSubjects = create<ReadonlyMap<string, Subject>>(() => new Map());

/** The most characters of a picture's name. */
const longestName = 60;

/** Asks for the pictures that these searches name. */
export function useSubjectsOf(searches: readonly string[]): void {
  const names = searches.flatMap(subjectNames).join(' ');
  useEffect(() => {
    for (const name of names.split(' ')) if (name !== '') void readSubject(name);
  }, [names]);
}

export function subjectNames(search: string): readonly string[] {
  return chipsOf(parseSearch(search, today())).flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'picture' ? [part.name] : [])));
}

/** Asks for a picture once. One that is not found is asked for again. */
export async function readSubject(name: string): Promise<void> {
  if (useSubjects.getState().get(name)) return;
  const [taskId = '', position] = name.split('/');
  const found = position === undefined ? await byId(Number(name)) : await byPosition(taskId, Number(position));
  if (found) useSubjects.setState((known) => new Map(known).set(name, found), true);
}

async function byId(imageId: ImageId): Promise<Subject | null> {
  const answer = await bridge.imagesDescribe({ imageIds: [imageId] });
  const [info] = answer.ok ? answer.value : [];
  return info ? subjectOf(info.image, info.task) : null;
}

async function byPosition(taskId: string, position: number): Promise<Subject | null> {
  const answer = await bridge.tasksDetail({ taskId });
  const image = answer.ok ? answer.value.images.find(({ index }) => index === position) : undefined;
  return answer.ok && image ? subjectOf(image, answer.value.task) : null;
}

function subjectOf({ id, state }: Image, { request }: Task): Subject {
  const prompt = request.prompt.trim().replaceAll(/\s+/g, ' ');
  const file = state.status === 'kept' ? (state.file.path.split('/').at(-1) ?? '') : '';
  const start = cutText(prompt, longestName).trimEnd();
  return { imageId: id, name: prompt === '' ? file : start.length < prompt.length ? `${start}…` : start };
}
