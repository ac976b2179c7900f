import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { capture } from '../child.ts';
import { findPublisher } from '../packages/publisher.ts';
import { Sentence } from '../say.ts';
import { changesOf, dayOf, withVersion } from './changelog.ts';

export interface Preparation {
  /** Such as 1.2.3. */
  readonly version: string;
  /** Checks everything and changes nothing. */
  readonly isDry: boolean;
  /** Goes on although nobody answers for the packages. */
  readonly isTrial: boolean;
  /** May name who answers for them. */
  readonly environment: NodeJS.ProcessEnv;
  /** As 2026-11-28. */
  readonly today: string;
  /** Called before each step with what it does. */
  readonly step: (what: string) => void;
  /** Runs one of package.json's scripts; resolves to whether it succeeded. */
  readonly check: (script: string) => Promise<boolean>;
}

const checks = ['types', 'lint', 'unused'];

/**
 * Writes a version into a project's files, commits and tags it, and pushes nothing. Resolves to the command that publishes it. Throws a Sentence if the
 * version cannot be prepared; then nothing was changed.
 *
 * A run that was killed leaves files that are old or new, and whole. The next run recognises its own changes and goes on from there.
 */
export async function prepareRelease(folder: string, { version, isDry, isTrial, environment, today, step, check }: Preparation): Promise<string> {
  const git = (...args: string[]): string => runGit(folder, args);
  if (!/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(version)) throw new Sentence(`A version is three numbers, such as 1.2.3, and not "${version}".`);
  const tag = `v${version}`;
  const branch = git('branch', '--show-current');
  if (branch === '') throw new Sentence('No branch is checked out, so the commit of the release would be on none. Switch to a branch first.');
  if (git('tag', '--list', tag) !== '') {
    throw new Sentence(`The tag ${tag} is there already. If it was never pushed, \`git tag --delete ${tag}\` removes it; otherwise choose a newer version.`);
  }

  const isCommitted = git('log', '-1', '--format=%s') === subjectOf(version);
  const files = isCommitted ? new Map<string, string>() : newFiles(folder, version, today, git);
  const foreign = changedFiles(git).filter((file) => !files.has(file) || contentOf(join(folder, file)) !== files.get(file));
  if (foreign.length > 0) throw new Sentence(`These files are not committed: ${foreign.join(', ')}. A release has exactly what is committed.`);

  const newsFault = faultOfNews(folder, version);
  if (newsFault !== null) throw new Sentence(newsFault);
  const fault = publisherFault(folder, environment);
  if (fault !== null && !isTrial) throw new Sentence(`${fault} To try this command without them, add --trial; the release workflow refuses such a tag.`);

  for (const script of checks) {
    step(`npm run ${script}`);
    if (!(await check(script))) throw new Sentence(`\`npm run ${script}\` found faults. Nothing was changed.`);
  }

  const next = `git push --atomic origin ${branch} ${tag}`;
  if (isDry) {
    for (const file of files.keys()) step(`would write ${file}`);
    step(`would commit "${subjectOf(version)}" and tag it ${tag}`);
    return next;
  }

  for (const [file, content] of files) {
    step(`writing ${file}`);
    replaceFile(join(folder, file), content, resolve(folder, git('rev-parse', '--git-path', 'latent-release')));
  }
  if (!isCommitted) {
    step(`committing "${subjectOf(version)}"`);
    git('commit', '--quiet', '--message', subjectOf(version), '--message', 'Sets the version and dates its changes.', '--', ...files.keys());
  }
  step(`tagging ${tag}`);
  git('tag', '--annotate', '--message', `Latent ${version}`, tag);
  return next;
}

/**
 * What is released with a tag, as Markdown for the release page. Throws a Sentence if the tag is not the version of the files, nothing is written about it, or
 * nobody answers for the packages.
 */
export function releaseNotes(folder: string, tag: string, environment: NodeJS.ProcessEnv): string {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  for (const file of ['package.json', 'package-lock.json']) {
    const { version } = JSON.parse(read(file)) as { readonly version: string };
    if (tag !== `v${version}`) throw new Sentence(`The tag ${tag} is not the version in ${file}, which is ${version}. \`npm run release\` sets both.`);
  }
  const fault = publisherFault(folder, environment);
  if (fault !== null) throw new Sentence(fault);
  return changesOf(read('CHANGELOG.md'), tag.slice(1));
}

const newsFile = 'shared/updates/news-lines.ts';

/** Why the window would say nothing about this version after an update; null if it says something, or the project has no such lines. */
function faultOfNews(folder: string, version: string): string | null {
  const of = /newsVersion = '([^']*)'/.exec(contentOf(join(folder, newsFile)))?.[1];
  if (of === undefined || of === version) return null;
  return `${newsFile} has the news of ${of}. Write three to five lines about ${version} in shared/words/en/news.en.ts, set its version in that file, and commit both.`;
}

/** Why the packages would not say where Latent comes from; null if they would. */
function publisherFault(folder: string, environment: NodeJS.ProcessEnv): string | null {
  try {
    const { isReal } = findPublisher(environment, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object);
    if (isReal) return null;
    return 'Packages would name nobody: give package.json a homepage, and an author with an address, or set LATENT_HOMEPAGE and LATENT_MAINTAINER.';
  } catch (error) {
    if (error instanceof Sentence) return error.message;
    throw error;
  }
}

const subjectOf = (version: string): string => `Release ${version}`;

/** The files that a version changes, with their new contents. */
function newFiles(folder: string, version: string, today: string, git: (...args: string[]) => string): ReadonlyMap<string, string> {
  const committed = (file: string): string => `${git('show', `HEAD:${file}`)}\n`;
  const manifest = JSON.parse(committed('package.json')) as { readonly version: string };
  const order = version.localeCompare(manifest.version, 'en', { numeric: true });
  // The files begin with the version of the first release, which has no section until it is prepared.
  if (order < 0 || (order === 0 && dayOf(committed('CHANGELOG.md'), version) !== null)) throw new Sentence(`${version} is not newer than ${manifest.version}, which package.json has.`);
  const lock = JSON.parse(committed('package-lock.json')) as { readonly packages: Readonly<Record<string, object>> };
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  return new Map([
    ['package.json', json({ ...manifest, version })],
    ['package-lock.json', json({ ...lock, version, packages: { ...lock.packages, '': { ...lock.packages[''], version } } })],
    // The day stays the one of the run that was killed.
    ['CHANGELOG.md', withVersion(committed('CHANGELOG.md'), version, dayOf(contentOf(join(folder, 'CHANGELOG.md')), version) ?? today)],
  ]);
}

function changedFiles(git: (...args: string[]) => string): string[] {
  // Quotes are of names with special characters, which no file of a release has.
  return git('status', '--porcelain', '--untracked-files=all').split('\n').filter((line) => line !== '').map((line) => line.slice(2).trim());
}

/** Empty for a file that is not there. */
const contentOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Replaces a file at once. The temporary one is where git does not look. */
function replaceFile(file: string, content: string, temporary: string): void {
  mkdirSync(dirname(temporary), { recursive: true });
  writeFileSync(temporary, content);
  renameSync(temporary, file);
}

/** What git prints, without the white space around it. */
function runGit(folder: string, args: readonly string[]): string {
  const { ok, output } = capture('git', args, { cwd: folder });
  if (!ok) throw new Sentence(`git ${args[0] ?? ''} did not succeed:\n\n${output.trim()}`);
  return output.trim();
}
