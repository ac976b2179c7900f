import { Save } from 'lucide-react';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { ProgressStrip } from '../../ui/progress-strip.tsx';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { currentWords, useWords } from '../../words/words.ts';
import { goToFallback } from '../../ui/focus-fallback.ts';

/** The progress and the result of the latest export, until the person closes it. */
export function ExportStrip() {
  const say = useWords();
  const progress = useApp((facts) => facts.exporting);
  if (!progress) return null;
  const { making, phase, trouble, folder, file, pictures, done, copied, there, leftOut } = progress;
  const isSheet = making === 'contact-sheet';
  const stop = { label: say('export.do.stop'), run: () => notifyIfFailed(bridge.exportStop()) };
  const resume = { label: say('export.do.resume'), run: () => notifyIfFailed(bridge.exportResume()) };
  const openFolder = { label: say(file === null ? 'export.do.open-folder' : 'export.do.reveal'), run: () => notifyIfFailed(bridge.exportOpenFolder()) };
  const close = { label: say('export.do.close'), run: () => notifyIfFailed(bridge.exportDismiss()) };
  return (
    <ProgressStrip
      icon={Save}
      label={say(isSheet ? 'export.name-sheet' : 'export.name')}
      title={say(isSheet ? `export.${phase}-sheet` : `export.${phase}`, { copied })}
      progress={phase === 'ended' ? '' : say(`export.${phase}-at`, { done, pictures })}
      details={[
        copied > 0 && phase !== 'ended' && !isSheet ? say('export.copied', { count: copied }) : '',
        there > 0 ? say('export.there', { count: there }) : '',
        leftOut > 0 ? say(isSheet ? 'export.left-out-sheet' : 'export.left-out', { count: leftOut }) : '',
      ]}
      name={file ?? folder}
      trouble={trouble && say(isSheet ? `export.trouble-sheet.${trouble}` : `export.trouble.${trouble}`, { folder })}
      bar={phase === 'ended' ? null : { max: pictures, value: done }}
      list={{
        count: leftOut,
        button: say(isSheet ? 'export.do.list-sheet' : 'export.do.list'),
        title: say(isSheet ? 'export.left-out-title-sheet' : 'export.left-out-title'),
        explanation: say(isSheet ? 'export.left-out-explained-sheet' : 'export.left-out-explained'),
        load: leftOutPictures,
      }}
      choices={phase === 'running' ? [stop] : [...(phase === 'stopped' ? [resume] : []), ...(copied + there > 0 && (file === null || phase === 'ended') ? [openFolder] : [])]}
      close={phase === 'running' ? null : close}
      leave={goToFallback}
    />
  );
}

async function leftOutPictures() {
  const answer = await bridge.exportLeftOut();
  return answer.ok ? answer.value.map(({ path, reason }) => ({ path, reason: currentWords()(`export.reason.${reason}`) })) : [];
}
