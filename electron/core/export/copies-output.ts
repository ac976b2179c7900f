import type { DecodeWant } from '../../../shared/windows/decode-job.ts';
import { AppFailure } from '../../../shared/errors.ts';
import { usualExport, type ExportChoices } from '../../../shared/export/export-choices.ts';
import { readPattern } from '../../../shared/export/name-pattern.ts';
import type { FileThread } from '../file-worker/file-thread.ts';
import type { Decoder } from '../thumbnails/decoder-process.ts';
import { folderDestination, planCopy, zipDestination } from './copy-picture.ts';
import type { ExportOutput } from './export-output.ts';
import { exportName } from './export-names.ts';
import type { ExportedPicture } from './exported-picture.ts';

export interface CopiesOutputDeps {
  readonly thread: FileThread;
  /** Converts in a sandboxed process. */
  readonly decoder: Pick<Decoder, 'decode'>;
  /** `Latent 0.1.0`. */
  readonly writtenBy: string;
}

/** Copies in a folder or a ZIP file. `target`: its absolute path. */
export function copiesOutput(target: string, choices: ExportChoices, { thread, decoder, writtenBy }: CopiesOutputDeps): ExportOutput {
  const pattern = readPattern(choices.names);
  if (!pattern.ok) throw new AppFailure('bad-request', 'names');
  const { parts } = pattern;
  const { format } = choices;
  const destination = choices.into === 'zip' ? zipDestination(thread, target) : folderDestination(thread, target);
  return {
    isPlain: choices.metadata === 'keep' && choices.names === usualExport.names,
    decode(picture) {
      const want = conversionOf(picture, choices);
      return want === null ? null : decoder.decode(picture.id, want);
    },
    async write({ picture, source, decoded, position }, signal) {
      const name = exportName(parts, picture, position);
      const planned = planCopy({ picture, source, name, choices, converted: decoded === null || format === 'original' ? null : { ...decoded, type: format }, writtenBy });
      return typeof planned === 'string' ? planned : destination.write(planned, signal);
    },
    end: destination.end,
    discard: destination.discard,
  };
}

/** The conversion that a picture needs. Null: none, for example for a PNG that is saved as a PNG of the same size. */
function conversionOf({ file }: ExportedPicture, { format, quality, longestSide }: ExportChoices): DecodeWant | null {
  if (format === 'original') return null;
  const { type, width, height } = file;
  if (type === 'png' && format === 'png' && Math.max(width, height) <= (longestSide ?? Infinity)) return null;
  return { kind: 'copy', type: format, quality: quality / 100, side: longestSide };
}
