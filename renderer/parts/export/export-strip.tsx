import { Save } from 'lucide-react';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { ProgressStrip } from '../../ui/progress-strip.tsx';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { currentWords, useWords } from '../../words/words.ts';

/** The progress and the result of the latest export, until the person closes it. */
export function ExportStrip() {
  const say = useWords();
  const progress = useApp((facts) => facts.exporting);
  if (!progress) return null;
  const { phase, trouble, folder, zip, pictures, done, copied, there, leftOut } = progress;
  const stop = { label: say('export.do.stop'), run: () => notifyIfFailed(bridge.exportStop()) };
  const resume = { label: say('export.do.resume'), run: () => notifyIfFailed(bridge.exportResume()) };
  const openFolder = { label: say(zip === null ? 'export.do.open-folder' : 'export.do.reveal'), run: () => notifyIfFailed(bridge.exportOpenFolder()) };
  const close = { label: say('export.do.close'), run: () => notifyIfFailed(bridge.exportDismiss()) };
  return (
    <ProgressStrip
      icon={Save}
      label={say('export.name')}
      title={phase === 'ended' ? say('export.ended', { copied }) : say(`export.${phase}`)}
      place={phase === 'ended' ? '' : say(`export.${phase}-at`, { done, pictures })}
      details={[
        copied > 0 && phase !== 'ended' ? say('export.copied', { count: copied }) : '',
        there > 0 ? say('export.there', { count: there }) : '',
        leftOut > 0 ? say('export.left-out', { count: leftOut }) : '',
      ]}
      name={zip ?? folder}
      trouble={trouble && say(`export.trouble.${trouble}`, { folder })}
      bar={phase === 'ended' ? null : { max: pictures, value: done }}
      list={{ count: leftOut, button: say('export.do.list'), title: say('export.left-out-title'), explanation: say('export.left-out-explained'), load: leftOutPictures }}
      choices={phase === 'running' ? [stop] : [...(phase === 'stopped' ? [resume] : []), ...(copied + there > 0 && (zip === null || phase === 'ended') ? [openFolder] : [])]}
      close={phase === 'running' ? null : close}
    />
  );
}

async function leftOutPictures() {
  const answer = await bridge.exportLeftOut();
  return answer.ok ? answer.value.map(({ path, reason }) => ({ path, reason: currentWords()(`export.reason.${reason}`) })) : [];
}
