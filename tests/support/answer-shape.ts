/**
 * What services of the interface really answer, and what each answer means. One table, so that the client, the engine
 * and the app are all held to the same reading.
 */
export interface AnswerShape {
  readonly name: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects travel as JSON, text as it is. */
  readonly body: unknown;
  /** Fields that the outcome must have. */
  readonly means: Readonly<Record<string, unknown>>;
}
