import { MonitorPlay } from 'lucide-react';
import { CommandMenu } from '../../commands/command-menu.tsx';
import { nothingIn } from '../../commands/command.ts';
import { grounds, slideTimes } from '../../../shared/windows/view-memory.ts';
import { useCull } from '../../stores/cull/cull-store.ts';
import { setGround, setSlideSeconds, useViewerStore } from '../../stores/windows/viewer-store.ts';
import { useWords } from '../../words/words.ts';
import { MenuChoice, Submenu } from '../../ui/menu.tsx';

/** The submenu of how the viewer shows pictures: slideshow, full screen, second window and background. */
export function ViewSubmenu() {
  const say = useWords();
  const ground = useViewerStore((viewer) => viewer.ground);
  const seconds = useViewerStore((viewer) => viewer.slideSeconds);
  const culls = useCull(({ culling }) => culling !== null);
  return (
    <Submenu icon={<MonitorPlay size={14} />} label={say('viewer.view')}>
      <CommandMenu items={['slideshow', 'full-screen', 'second-window']} subject={nothingIn('viewer')} />
      {!culls && (
        <MenuChoice
          label={say('viewer.slide-time')}
          value={String(seconds)}
          onValueChange={(value) => setSlideSeconds(Number(value))}
          choices={slideTimes.map((time) => ({ value: String(time), name: say('viewer.slide-seconds', { seconds: time }) }))}
        />
      )}
      <MenuChoice label={say('viewer.ground')} value={ground} onValueChange={setGround} choices={grounds.map((value) => ({ value, name: say(`viewer.ground.${value}`) }))} />
    </Submenu>
  );
}
