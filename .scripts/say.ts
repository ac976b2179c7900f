/** Ends a command with words for a person instead of a stack trace. */
export class Sentence extends Error {
  override readonly name = 'Sentence';
}

/** A line about what the tooling does, apart from the output of what it runs. */
export function say(line: string): void {
  process.stderr.write(`latent: ${line}\n`);
}
