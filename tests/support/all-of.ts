import type { QueueReason } from '../../shared/task.ts';

/** All members of a union, for tests of every one. The compiler asks for each. */
export const allOf = <Member extends string>(members: Readonly<Record<Member, true>>): readonly Member[] => Object.keys(members) as Member[];

export const queueReasons = allOf<QueueReason>({
  turn: true,
  network: true,
  'connection-refused': true,
  'name-not-found': true,
  unreachable: true,
  'proxy-password': true,
  'proxy-refused': true,
  'proxy-unreachable': true,
  certificate: true,
  busy: true,
  key: true,
  disk: true,
  held: true,
  'batch-held': true,
  budget: true,
  price: true,
  references: true,
  stopped: true,
  unclear: true,
});
