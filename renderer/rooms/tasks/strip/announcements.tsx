import { useEffect, useRef, useState } from 'react';
import { useArrived } from '../../../stores/gallery/new-pictures.ts';
import { useWords } from '../../../words/words.ts';

/** Milliseconds between two announcements of the same kind, so that a batch does not talk without end. */
const pause = 3000;

/** What a screen reader says by itself of tasks and pictures. The strip shows the same to the eye. */
export function Announcements({ problems, inProgress }: { readonly problems: number; readonly inProgress: number }) {
  const say = useWords();
  return (
    <>
      <Problems problems={problems} />
      <Risen count={inProgress} words={(_, count) => say('strip.progress', { count })} />
      <ArrivedPictures />
    </>
  );
}

function ArrivedPictures() {
  const say = useWords();
  const pictures = useArrived((state) => state.pictures);
  return <Risen count={pictures} words={(more) => say('gallery.new-pictures', { count: more })} />;
}

interface RisenProps {
  readonly count: number;
  /** `more`: by how many it has risen since it was last said. */
  readonly words: (more: number, count: number) => string;
}

/** Announces that a number has risen, soon after it began to. */
function Risen({ count, words }: RisenProps) {
  const [said, setSaid] = useState({ count, text: '', times: 0 });
  const latest = useRef({ count, words });
  useEffect(() => {
    latest.current = { count, words };
  });
  if (count < said.count) setSaid({ ...said, count, text: '' });
  const hasRisen = count > said.count;
  useEffect(() => {
    if (!hasRisen) return undefined;
    const timer = setTimeout(
      () => {
        const now = latest.current;
        setSaid((before) => ({ count: now.count, text: now.words(now.count - before.count, now.count), times: before.times + 1 }));
      },
      said.times === 0 ? 0 : pause,
    );
    return () => clearTimeout(timer);
  }, [hasRisen, said.times]);
  return (
    <span className="visually-hidden" role="status">
      {/* Another element each time, because the same text twice would be silent. */}
      <span key={said.times}>{said.text}</span>
    </span>
  );
}

/** How many problems the person was told of, also while another page is shown. */
let known = 0;

/** Announces new problems, but not that one is gone. */
function Problems({ problems }: { readonly problems: number }) {
  const say = useWords();
  const [announced, setAnnounced] = useState(0);
  const before = useRef(known);
  // After the region is mounted, because screen readers announce only what changes in it. Problems from before the start are announced, too.
  useEffect(() => {
    if (problems !== before.current) setAnnounced(problems > before.current ? problems : 0);
    before.current = problems;
    known = problems;
  }, [problems]);
  return (
    <span className="visually-hidden" role="status">
      {announced > 0 && say('strip.problems', { count: announced })}
    </span>
  );
}
