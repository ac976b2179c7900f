import { create } from 'zustand';
import { bridge } from '../bridge.ts';
import { useAppStore } from './app-store.ts';

/** The version whose news are shown in the corner. Null: none, or the person closed them. */
export const useNews = create<{ readonly version: string | null }>(() => ({ version: null }));

// Once for ever: main notes it as soon as they are shown.
useAppStore.subscribe(({ facts }) => {
  if (facts === null || facts.news === null || facts.news.isTold || useNews.getState().version !== null) return;
  useNews.setState({ version: facts.news.version });
  void bridge.updatesNewsTold();
});

export const closeNews = (): void => useNews.setState({ version: null });
