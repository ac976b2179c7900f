import { expect, test } from 'vitest';
import { idInAddress } from '../../../../../renderer/parts/tasks/id-in-address.ts';

test.each([
  ['https://api.example.com/v1/tasks/task-123', 'task-123'],
  [' https://api.example.com/v1/tasks/task-123/?page=2 ', 'task-123'],
  ['https://console.example.com/usage?id=task-123&tab=cost', 'task-123'],
  ['https://console.example.com/task?id=9&task_id=task-123', 'task-123'],
  ['http://127.0.0.1:8080/a%3Ab%2Fc', 'a:b/c'],
  ['https://api.example.com/100%', '100%'],
  ['https://api.example.com/', null],
  ['https://api.example.com/one two', null],
  ['https://[bad/tasks/task-123', null],
  ['task-123', null],
  ['file:///tasks/task-123', null],
  ['', null],
])('of %j', (pasted, id) => {
  expect(idInAddress(pasted)).toBe(id);
});
