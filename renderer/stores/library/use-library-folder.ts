import { useEffect, useState } from 'react';
import type { LibraryFolderFacts } from '../../../shared/library/library-folder.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../app-store.ts';

/** What main says of the folder for new pictures. Null: it has not answered yet. */
export function useLibraryFolder(): LibraryFolderFacts | null {
  const folder = useApp((facts) => facts.libraryFolder);
  const [answer, setAnswer] = useState<{ readonly of: string; readonly facts: LibraryFolderFacts } | null>(null);
  useEffect(() => {
    let isLatest = true;
    void bridge.foldersLibrary().then((given) => {
      if (isLatest && given.ok) setAnswer({ of: folder, facts: given.value });
    });
    return () => {
      isLatest = false;
    };
  }, [folder]);
  return answer?.of === folder ? answer.facts : null;
}
