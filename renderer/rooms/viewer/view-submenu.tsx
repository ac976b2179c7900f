import { Fullscreen, MonitorPlay, MonitorUp, Play } from 'lucide-react';
import { grounds, slideTimes } from '../../../shared/windows/view-memory.ts';
import { useCull } from '../../stores/cull/cull-store.ts';
import { toggleSecondWindow } from '../../stores/windows/second-window.ts';
import { setGround, setSlideSeconds, toggleSlideshow, useViewerStore } from '../../stores/windows/viewer-store.ts';
import { toggleFullScreen, useWindows } from '../../stores/windows/windows-store.ts';
import { useWords } from '../../words/words.ts';
import { MenuChoice, MenuItem, Submenu } from '../../ui/menu.tsx';

/** The submenu of how the viewer shows pictures: slideshow, full screen, second window and background. */
export function ViewSubmenu() {
  const say = useWords();
  const ground = useViewerStore((viewer) => viewer.ground);
  const seconds = useViewerStore((viewer) => viewer.slideSeconds);
  const culls = useCull(({ culling }) => culling !== null);
  const second = useWindows((windows) => windows.second);
  const fullScreen = useWindows((windows) => windows.fullScreen);
  return (
    <Submenu icon={<MonitorPlay size={14} />} label={say('viewer.view')}>
      {!culls && (
        <MenuItem icon={<Play size={14} />} shortcut="viewer-slideshow" onSelect={toggleSlideshow}>
          {say('viewer.slideshow')}
        </MenuItem>
      )}
      <MenuItem icon={<Fullscreen size={14} />} shortcut="full-screen" onSelect={toggleFullScreen}>
        {say(fullScreen ? 'viewer.leave-full-screen' : 'viewer.full-screen')}
      </MenuItem>
      <MenuItem icon={<MonitorUp size={14} />} shortcut="second-window" onSelect={toggleSecondWindow}>
        {say(second ? 'viewer.close-second' : 'viewer.second')}
      </MenuItem>
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
