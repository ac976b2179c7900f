import type { SubmissionQuestion } from '../../../shared/money/questions-before-sending.ts';

/** The open question before money is spent, and how to answer it as its dialog does. To be read after the modules were loaded afresh. */
export async function submissionQuestion() {
  const { dismiss, end, propsOf, useOpenings } = await import('../../../renderer/ui/dialogs/ask.ts');
  const opening = () => useOpenings.getState().openings.find(({ kind, open }) => kind === 'submission' && open);
  return {
    /** Null: no question is open. */
    askedNow: (): SubmissionQuestion | null => propsOf('submission')?.question ?? null,
    answerSubmission: (confirmed: boolean, most = Infinity): void => (confirmed ? end(opening()?.id ?? 0, most) : dismiss('submission')),
  };
}
