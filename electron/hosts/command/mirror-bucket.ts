import { Option, type Command } from 'commander';
import { AppFailure } from '../../../shared/errors.ts';
import { mirrorSettingSchema, type MirrorSetting } from '../../../shared/mirror/mirror-setting.ts';
import { readBaseUrl } from '../../../shared/network/base-url.ts';
import type { CommandWords } from '../../../shared/words/command-words.ts';
import { askLine, isPersonThere, readFirstLine } from './terminal-input.ts';
import { UsageFault } from './usage-fault.ts';

export interface BucketOptions {
  readonly endpoint?: string;
  readonly bucket?: string;
  readonly region?: string;
  readonly prefix?: string;
  readonly keyId?: string;
  readonly addressing?: 'path' | 'host';
}

/** The options that name a bucket. */
export const addBucketOptions = (command: Command, say: CommandWords): Command =>
  command
    .option('--endpoint <url>', say('command.mirror.endpoint'))
    .option('--bucket <name>', say('command.mirror.bucket'))
    .option('--region <name>', say('command.mirror.region'))
    .option('--prefix <prefix>', say('command.mirror.prefix'))
    .option('--key-id <id>', say('command.mirror.key-id'))
    .addOption(new Option('--addressing <way>', say('command.mirror.addressing')).choices(['path', 'host']));

/** A bucket as a command names it. Null as `mirror`: that of the settings; as `secret`: the stored one. */
export interface WantedBucket {
  readonly mirror: MirrorSetting | null;
  readonly secret: string | null;
  readonly sessionToken: string | null;
}

/** Taken out of the environment at the start, so that no thread and no process inherits it. */
const environment = take(process.env);

function take(env: NodeJS.ProcessEnv) {
  const found = { keyId: env['AWS_ACCESS_KEY_ID'] ?? null, secret: env['AWS_SECRET_ACCESS_KEY'] ?? null, sessionToken: env['AWS_SESSION_TOKEN'] ?? null };
  delete env['AWS_SECRET_ACCESS_KEY'];
  delete env['AWS_SESSION_TOKEN'];
  return found;
}

/** The bucket of the settings, changed by the command's options and the environment. Throws UsageFault, or AppFailure for an address that cannot be used. */
export function wantedBucket(say: CommandWords, options: BucketOptions, saved: MirrorSetting | null): WantedBucket {
  const { secret, sessionToken } = environment;
  const keyId = options.keyId ?? (secret === null ? null : environment.keyId) ?? saved?.keyId ?? environment.keyId;
  const isChanged = [options.endpoint, options.bucket, options.region, options.prefix, options.addressing].some((given) => given !== undefined) || (keyId !== null && saved !== null && keyId !== saved.keyId);
  if (!isChanged) return { mirror: null, secret, sessionToken: secret === null ? null : sessionToken };
  const reading = readBaseUrl(options.endpoint ?? saved?.endpoint ?? '');
  if (!reading.ok && options.endpoint === undefined) throw new UsageFault(say('command.usage.mirror-bucket'));
  if (!reading.ok) throw new AppFailure(reading.why);
  const parsed = mirrorSettingSchema.safeParse({
    endpoint: reading.base,
    bucket: options.bucket ?? saved?.bucket,
    region: options.region ?? saved?.region ?? 'us-east-1',
    prefix: options.prefix ?? saved?.prefix ?? 'latent',
    keyId,
    addressing: options.addressing ?? saved?.addressing ?? 'path',
  });
  if (!parsed.success) throw new UsageFault(say('command.usage.mirror-bucket'));
  return { mirror: parsed.data, secret, sessionToken: secret === null ? null : sessionToken };
}

/** Asks for the secret of a bucket that the command names, unless the environment has it. */
export async function askedSecret(say: CommandWords, bucket: WantedBucket, signal: AbortSignal): Promise<WantedBucket> {
  if (bucket.mirror === null || bucket.secret !== null) return bucket;
  const secret = (isPersonThere() ? await askLine(say('command.mirror.secret-question'), signal, true) : await readFirstLine())?.trim() ?? '';
  if (secret === '') throw new UsageFault(say('command.usage.no-secret'));
  return { ...bucket, secret };
}
