/** The command was given something that it cannot do. Nothing was sent. The message is a sentence for the person. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault';
}
