import { beforeEach, describe, expect, test } from 'vitest';
import { FakeMain, snapshot } from '../fake-main.ts';
import { said, sampleTask, withImages } from '../sample-tasks.ts';

let main: FakeMain;
const unknown = sampleTask({ status: 'unknown', reason: 'connection-lost', said });

async function load() {
  const { openGallery, useGallery } = await import('../../../../renderer/stores/gallery-store.ts');
  const { noView } = await import('../../../../renderer/stores/picture-view.ts');
  const { useView } = await import('../../../../renderer/stores/view-store.ts');
  const { useAppStore } = await import('../../../../renderer/stores/app-store.ts');
  useAppStore.setState({ facts: snapshot });
  openGallery([withImages(unknown)], noView);
  return { useGallery, useView, ...(await import('../../../../renderer/features/tasks/task-actions.ts')) };
}

beforeEach(() => {
  main = new FakeMain();
  main.install();
});

describe('sending again', () => {
  test('asks first: nothing goes out at the click', async () => {
    const { actOnTask, useView } = await load();
    await actOnTask('send-again', unknown);
    expect(useView.getState().question).toMatchObject({ kind: 'send-again', task: { id: unknown.id } });
    expect(main.calls).toEqual([]);
  });

  test('is a new task that remembers the old one, whose tile is then put away', async () => {
    const { resubmit } = await load();
    await resubmit(unknown);
    const [input] = main.inputsOf('tasksSubmit') as [{ taskIds: string[] }];
    expect(input).toMatchObject({ accountId: unknown.accountId, request: unknown.request, retryOf: unknown.id });
    expect(input.taskIds).toHaveLength(1);
    expect(input.taskIds).not.toContain(unknown.id);
    expect(main.calls.map(([name]) => name)).toEqual(['tasksSubmit', 'tasksDismiss']);
    expect(main.inputsOf('tasksDismiss')).toEqual([{ taskIds: [unknown.id] }]);
  });

  test('a second click on the same tile sends nothing', async () => {
    const { resubmit } = await load();
    await Promise.all([resubmit(unknown), resubmit(unknown), resubmit(unknown)]);
    expect(main.inputsOf('tasksSubmit')).toHaveLength(1);
  });

  test('leaves the old tile alone when main does not take the new task', async () => {
    const { resubmit, useGallery } = await load();
    main.refusal = { code: 'key-missing' };
    await resubmit(unknown);
    expect(main.inputsOf('tasksDismiss')).toEqual([]);
    expect(useGallery.getState().slots.map(({ taskId }) => taskId)).toEqual([unknown.id]);
    main.refusal = null;
    await resubmit(unknown);
    expect(main.inputsOf('tasksSubmit')).toHaveLength(2);
  });
});
