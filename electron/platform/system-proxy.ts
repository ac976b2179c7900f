import type { Session } from 'electron';

/** Milliseconds for which an answer is taken for the same: a round of polls asks once, a change is picked up all the same. */
const freshMs = 2000;

/**
 * What the system says about the way to a URL (its settings, a proxy script, WPAD), in the words of a proxy script.
 * Asked by origin; requests that ask at the same time share one question.
 */
export function createSystemProxy(session: Pick<Session, 'resolveProxy'>, monotonic: () => number): (url: string) => Promise<string> {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<string> }>();
  return (url) => {
    const now = monotonic();
    const known = answers.get(url);
    if (known !== undefined && now - known.at < freshMs) return known.answer;
    for (const [asked, { at }] of answers) if (now - at >= freshMs) answers.delete(asked);
    const answer = session.resolveProxy(url);
    answers.set(url, { at: now, answer });
    answer.catch(() => answers.delete(url));
    return answer;
  };
}
