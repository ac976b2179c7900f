import { createSupervisedDecoder, type Decoded, type Decoder, type DecoderEvents } from '../../electron/core/thumbnails/decoder-process.ts';
import { readDecodeAnswer } from '../../electron/platform/windows/decode-answer.ts';
import type { DecodeJob } from '../../shared/windows/decode-job.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';

/** A decoder process that the test plays. */
export interface PlayedProcess {
  readonly events: DecoderEvents;
  readonly jobs: DecodeJob[];
  ended: boolean;
}

export interface DecoderRig {
  readonly clock: FakeClock;
  readonly decoder: Decoder;
  /** Every process that was started, the newest last. */
  readonly processes: PlayedProcess[];
  readonly current: () => PlayedProcess;
  /** Pictures that the newest process is decoding. */
  readonly underWay: () => number[];
  /** Answers the job of a picture as a sound process does. */
  readonly answer: (imageId: number, reason?: 'damaged' | 'file-missing' | 'too-many-pixels') => void;
  readonly want: (imageId: number) => Promise<Decoded>;
}

const webp = new Uint8Array(Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'));

export function createDecoderRig({ sideBySide = 3, ready = true } = {}): DecoderRig {
  const clock = createFakeClock();
  const processes: PlayedProcess[] = [];
  const decoder = createSupervisedDecoder({
    start(events) {
      const played: PlayedProcess = { events, jobs: [], ended: false };
      processes.push(played);
      if (ready) queueMicrotask(() => events.ready());
      return {
        send: (job) => played.jobs.push(job),
        end: () => {
          played.ended = true;
        },
      };
    },
    judge: readDecodeAnswer,
    clock,
    sideBySide,
  });
  const current = (): PlayedProcess => {
    const last = processes.at(-1);
    if (last === undefined) throw new Error('no process was started');
    return last;
  };
  return {
    clock,
    decoder,
    processes,
    current,
    underWay: () => current().jobs.map(({ imageId }) => imageId),
    answer(imageId, reason) {
      const { jobs, events } = current();
      const at = jobs.findIndex((job) => job.imageId === imageId);
      const [job] = jobs.splice(at, at < 0 ? 0 : 1);
      if (job === undefined) throw new Error(`picture ${imageId} is not under way`);
      const { jobId } = job;
      events.answered(reason === undefined ? { jobId, ok: true, bytes: Uint8Array.of(...webp, imageId & 0xff), width: 4, height: 3, colours: new Uint8Array(16).fill(1), hash: new Uint8Array(8) } : { jobId, ok: false, reason });
    },
    want: (imageId) => decoder.decode(imageId, { kind: 'thumbnail', side: 512 }),
  };
}

/** The thumbnail that the rig's process makes of a picture. */
export const playedThumbnail = (imageId: number): Uint8Array => Uint8Array.of(...webp, imageId & 0xff);
