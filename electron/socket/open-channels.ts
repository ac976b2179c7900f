import type { ChangeBatch } from '../../shared/ipc/api.ts';
import type { AnyChannel, AnyOutputs, ProgramChannel } from '../../shared/ipc/programs.ts';
import type { Channel } from '../../shared/ipc/schemas.ts';

/** What a call of another program means for the process that owns the profile. */
interface OpenChannel {
  /**
   * Whether a second call means the same as one: it only reads, or names what it makes by ids that the caller chose. Then it is made again if the owner ends
   * before it has answered.
   */
  readonly repeats: boolean;
  /** Whether it needs the engine, which then sends what waits in the queue and asks for what is open. */
  readonly starts: boolean;
}

const reads: OpenChannel = { repeats: true, starts: false };
const sends: OpenChannel = { repeats: true, starts: true };
/** A second call is answered otherwise. What it does not touch stays as it is. */
const acts: OpenChannel = { repeats: false, starts: false };

/** A second call fails or does more, and the engine has to go on. */
const releases: OpenChannel = { repeats: false, starts: true };

/**
 * Who may call a channel is decided here and nowhere else. The window calls those of `inputSchemas` (shared/ipc/schemas.ts), where no path travels. Other programs of
 * the same user call these. The `programs:` channels are theirs alone (shared/ipc/programs.ts): the window has no function for them. The rest of the window's opens
 * dialogs, shows something there, or takes the place of what it has open. No channel answers with a key.
 */
const open: Readonly<Partial<Record<Crossing<Channel>, OpenChannel>> & Record<Crossing<ProgramChannel>, OpenChannel>> = {
  'app:snapshot': reads,
  'tasks:submit': sends,
  'tasks:submit-batch': sends,
  'tasks:detail': reads,
  'tasks:check': sends,
  'tasks:stop': acts,
  'tasks:withdraw': acts,
  'tasks:add-by-id': sends,
  'tasks:look-up': reads,
  'images:describe': reads,
  'spending:spent': reads,
  'spending:sums': reads,
  'albums:list': reads,
  'albums:counts': reads,
  'tasks:release': releases,
  // Latent may have held the batch again meanwhile, because the service refused a task of it.
  'batches:hold': releases,
  'export:stop': acts,
  'import:cancel': acts,
  'accounts:add': acts,
  'accounts:removal-facts': reads,
  'accounts:remove': acts,
  'accounts:test': reads,
  'accounts:test-new': reads,
  // It stays confirmed.
  'accounts:confirm': reads,
  'wildcards:folder': reads,
  'programs:pictures': reads,
  'programs:tasks': reads,
  'programs:files': reads,
  'programs:export': acts,
  // The engine starts with the importer. The same files twice are there already.
  'programs:import': sends,
  'programs:health': reads,
  // What the bucket has stays there, so that a second run goes on with the first.
  'programs:mirror': reads,
  'programs:mirrored': reads,
  'mirror:set': acts,
  'mirror:test': reads,
  'mirror:stop': acts,
  'programs:use-key': reads,
  // A copy is named by its content.
  'programs:keep-references': reads,
  'assistant:allowance': reads,
  'assistant:quote': reads,
  // The id of the request names its tasks.
  'assistant:submit': sends,
  'assistant:picture': reads,
};

const channelOf = (channel: string): OpenChannel | undefined => (Object.hasOwn(open, channel) ? open[channel as keyof typeof open] : undefined);

export const openChannels = Object.keys(open) as readonly AnyChannel[];
export const isOpenToPrograms = (channel: string): channel is AnyChannel => channelOf(channel) !== undefined;
/** Whether a call that got no answer is made again at the next owner. */
export const isRepeated = (channel: AnyChannel): boolean => channelOf(channel)?.repeats ?? false;
/** Whether a call needs the engine. */
export const needsEngine = (channel: AnyChannel): boolean => channelOf(channel)?.starts ?? false;

/** The channels whose answer is the same after JSON. Typed arrays become objects there, so that a channel with one is a type error above. */
type Crossing<C extends AnyChannel> = { readonly [One in C]: IsJson<AnyOutputs[One]> extends true ? One : never }[C];
/** Changes cross, too. */
export type CrossingChanges = IsJson<ChangeBatch> extends true ? ChangeBatch : never;
type IsJson<T> = T extends ArrayBufferView | ReadonlySet<unknown> | ReadonlyMap<unknown, unknown> ? false : T extends readonly (infer Item)[] ? IsJson<Item> : T extends object ? (false extends { [Key in keyof T]-?: IsJson<T[Key]> }[keyof T] ? false : true) : true;
