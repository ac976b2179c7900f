import { readDocument } from './documents.ts';

/** The lines of a document's blocks that begin with `latent`, as words without it. A line with quotes has them around whole words. */
export function commandLinesOf(document: string): readonly (readonly string[])[] {
  return readDocument(document).blocks.flatMap(({ lines }) =>
    lines.flatMap((line) => {
      const [, command] = /^(?:\$ )?latent (.+?)(?: {2,}#.*)?$/.exec(line.trim()) ?? [];
      return command === undefined ? [] : [Array.from(command.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? '')];
    }),
  );
}
