import type { Session } from 'electron';

/** Milliseconds for which an answer is reused. A round of polls then asks once, and changes still apply soon. */
const freshMs = 2000;

/** The system's answer for a URL (its settings, a proxy script, WPAD), in the syntax of a proxy script. Requests that ask at the same time share one call. */
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
