import { ChartColumn, Heart, Images, Keyboard, ListOrdered, PanelLeft, Settings as SettingsIcon, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { keysOf } from '../../commands/registry.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { useApp } from '../../stores/app-store.ts';
import { readAlbums, useLiveCounts } from '../../stores/library/albums-store.ts';
import { useGallery } from '../../stores/gallery/gallery-store.ts';
import { useInTrash } from '../../stores/library/in-trash.ts';
import { useMarksStore } from '../../stores/pictures/marks-store.ts';
import { useLibraryWords, useLiveTags } from '../../stores/library/known-tags-and-folders.ts';
import { readSavedSearches } from '../../stores/library/saved-searches.ts';
import { useShowsMark } from '../../stores/library/used-marks.ts';
import { useThrottledTasks } from '../../stores/tasks-store.ts';
import { goTo, toggleSidebar, useView } from '../../stores/windows/view-store.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { useMedia } from '../../ui/use-media.ts';
import { AlbumList } from './album-list.tsx';
import { AlbumRail } from './album-rail.tsx';
import { PlaceButton } from './place-button.tsx';
import { showFavourites, showLibrary, showTrash, usePlaceInFront } from '../../parts/albums/places.ts';
import { RailDrop } from './rail-drop.tsx';
import { TagList, TagRail } from './tag-list.tsx';
import styles from './sidebar.module.css';
import rowStyles from '../../ui/sheets/row.module.css';
import { ask } from '../../ui/dialogs/ask.ts';

const icon = { size: 17, strokeWidth: 1.75 } as const;

/** Every place of the window. In a narrow window, or if the person prefers it, a rail of icons. */
export function Sidebar() {
  const say = useWords();
  const { number } = useFormats();
  const hasRoom = useMedia('(min-width: 1000px)');
  const wide = useView((view) => view.sidebarOpen) && hasRoom;
  const place = usePlaceInFront();
  const showsFavourites = useShowsMark('favourite');
  const inTrash = useInTrash();
  useListsInSight();
  const waiting = useThrottledTasks((state) => state.waiting);
  useCommands('everywhere', { 'go-gallery': showLibrary, 'go-favourites': showFavourites, 'go-trash': showTrash, sidebar: hasRoom && toggleSidebar });
  return (
    <nav className={styles.sidebar} data-wide={wide || undefined} aria-label={say('app.nav')}>
      <PlaceButton wide={wide} icon={<Images {...icon} />} name={say('app.library')} keys={keysOf('go-gallery', 'everywhere')} current={place === 'library'} onClick={showLibrary} />
      {(showsFavourites || place === 'favourites') && (
        <PlaceButton wide={wide} icon={<Heart {...icon} />} name={say('app.favourites')} keys={keysOf('go-favourites', 'everywhere')} current={place === 'favourites'} onClick={showFavourites} />
      )}
      <PlaceButton
        wide={wide}
        icon={<Trash2 {...icon} />}
        name={say('marks.trash-room')}
        count={inTrash > 0 ? { shown: number(inTrash), words: say('app.pictures', { count: inTrash }) } : undefined}
        keys={keysOf('go-trash', 'everywhere')}
        current={place === 'trash'}
        onClick={showTrash}
      />
      <PlaceButton
        wide={wide}
        icon={<ListOrdered {...icon} />}
        name={say('tasks.title')}
        count={waiting > 0 ? { shown: number(waiting), words: say('queue.waiting', { count: waiting }) } : undefined}
        keys={keysOf('go-waiting', 'everywhere')}
        current={place === 'tasks'}
        onClick={() => goTo('tasks')}
      />
      <PlaceButton wide={wide} icon={<ChartColumn {...icon} />} name={say('statistics.title')} keys={keysOf('go-statistics', 'everywhere')} current={place === 'statistics' || place === 'spending'} onClick={() => goTo('statistics')} />
      {wide ? (
        <>
          <AlbumList place={place} />
          <TagList place={place} />
        </>
      ) : (
        <>
          <RailDrop>
            <AlbumRail place={place} />
          </RailDrop>
          <TagRail place={place} />
        </>
      )}
      <span className={rowStyles.space} />
      {hasRoom && (
        <PlaceButton
          wide={wide}
          icon={<PanelLeft {...icon} />}
          name={say(wide ? 'app.hide-sidebar' : 'app.show-sidebar')}
          keys={keysOf('sidebar', 'everywhere')}
          onClick={toggleSidebar}
        />
      )}
      <PlaceButton wide={wide} icon={<Keyboard {...icon} />} name={say('app.shortcuts')} keys={keysOf('show-shortcuts', 'everywhere')} onClick={() => void ask('shortcuts')} />
      <PlaceButton wide={wide} icon={<SettingsIcon {...icon} />} name={say('app.settings')} keys={keysOf('go-settings', 'everywhere')} current={place === 'settings'} onClick={() => goTo('settings')} />
    </nav>
  );
}

/** Reads albums, saved searches and tags, and counts their pictures again after changes. */
function useListsInSight(): void {
  useEffect(() => void Promise.all([readAlbums(), readSavedSearches()]), []);
  const round = useMarksStore((state) => state.round);
  const imported = useApp(({ imports }) => imports.round);
  const pictures = useGallery(({ view }) => view.length);
  const changes = `${round} ${imported} ${pictures}`;
  useLiveCounts(changes);
  // Hidden tags are not counted. If there are none, the first one shows the list.
  const open = useView((view) => view.tagsOpen);
  const none = useLibraryWords((known) => known.tags.length === 0);
  useLiveTags(open || none ? changes : null);
}
