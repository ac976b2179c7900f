import { Sentence } from '../say.ts';

const notReleased = '## Not released yet';

/**
 * The changelog with its section of what is not released turned into the one of a version, and a new empty section above it. Throws a Sentence if nothing
 * is written there.
 *
 * @param date the day of the release, as 2026-11-28
 */
export function withVersion(changelog: string, version: string, date: string): string {
  const body = bodyOf(changelog, (heading) => heading === notReleased);
  if (body === null) throw new Sentence(`CHANGELOG.md has no section "${notReleased}". Write below that heading what changes for the person who uses Latent.`);
  if (body === '') throw new Sentence(`CHANGELOG.md says nothing under "${notReleased}". Write there what changes for the person who uses Latent.`);
  return changelog.replace(`\n${notReleased}\n`, `\n${notReleased}\n\n## ${version} – ${date}\n`);
}

/** What changed with a version, as Markdown without its heading. Throws a Sentence if the changelog does not say. */
export function changesOf(changelog: string, version: string): string {
  const body = bodyOf(changelog, (heading) => heading.startsWith(`## ${version} – `));
  if (body === null || body === '') throw new Sentence(`CHANGELOG.md says nothing about ${version}.`);
  return body;
}

/** The day that the changelog gives for a version, as 2026-11-28; null if it has no such version. */
export function dayOf(changelog: string, version: string): string | null {
  const heading = changelog.split('\n').find((line) => line.startsWith(`## ${version} – `));
  return heading?.split(' – ')[1] ?? null;
}

function bodyOf(changelog: string, isIts: (heading: string) => boolean): string | null {
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => line.startsWith('## ') && isIts(line));
  if (start === -1) return null;
  const end = lines.findIndex((line, at) => at > start && line.startsWith('## '));
  return lines.slice(start + 1, end === -1 ? undefined : end).join('\n').trim();
}
