import { z } from 'zod';

/** Numbers alone: the order of releases must be certain. */
export const versionSchema = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/);

/** A release of Latent, as a feed describes it. */
export const releaseSchema = z.object({
  version: versionSchema,
  /** When the feed was signed. ISO 8601, in UTC. */
  date: z.iso.datetime(),
  /** What is new, as text that is shown as it is: of the control characters, it may have line breaks and tabs. */
  notes: z.string().max(20_000).regex(/^(?:[\n\t]|\P{Cc})*$/u),
  /** Where it can be downloaded by hand: an address without user name. */
  page: z.url({ protocol: /^https$/ }).regex(/^[^@]*$/).max(2_000).nullable(),
});

export type Release = Readonly<z.infer<typeof releaseSchema>>;

/** Negative if `a` is older than `b`, 0 if they are the same. What follows the three numbers of a version, such as `-beta.1`, does not count. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [numbersOf(a), numbersOf(b)];
  const at = first.findIndex((number, place) => number !== second[place]);
  return at === -1 ? 0 : (first[at] ?? 0) - (second[at] ?? 0);
}

const numbersOf = (version: string): readonly number[] => (/^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
