import { FolderInput } from 'lucide-react';
import { useEffect, useState } from 'react';
import { pictureTools, type FoundTool } from '../../../../shared/library/tool-import.ts';
import { bridge } from '../../../bridge.ts';
import { Button } from '../../../ui/button.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { useWords } from '../../../words/words.ts';
import styles from './first-steps.module.css';

/** Pictures of other programs on this computer. Nothing, if there are none. */
export function ToolImports() {
  const say = useWords();
  const [tools, setTools] = useState<readonly FoundTool[]>([]);
  useEffect(() => {
    let isShown = true;
    void bridge.importTools().then((answer) => {
      if (isShown && answer.ok) setTools(answer.value);
    });
    return () => {
      isShown = false;
    };
  }, []);
  const bring = async ({ tool }: FoundTool): Promise<void> => {
    // The strip at the bottom of the window shows how it goes.
    if ((await notifyIfFailed(bridge.importFromTool({ tool }))).ok) setTools((left) => left.filter((found) => found.tool !== tool));
  };
  if (tools.length === 0) return null;
  return (
    <>
      <p className={styles.hint}>{say('first.folder.import')}</p>
      <ul className={styles.tools}>
        {tools.map((found) => (
          <li key={found.tool}>
            <Button size="small" icon={<FolderInput size={14} />} onClick={() => void bring(found)}>
              {say(found.more ? 'first.folder.import-many' : 'first.folder.import-some', { count: found.pictures, tool: pictureTools[found.tool] })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
