import { ExternalLink } from 'lucide-react';
import type { Licences } from '../../../../shared/licences.ts';
import { bridge } from '../../../bridge.ts';
import { Button } from '../../../ui/button.tsx';
import type { Asked } from '../../../ui/dialogs/ask.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { useWords } from '../../../words/words.ts';
import styles from './licences-dialog.module.css';

interface LicencesDialogProps extends Asked {
  readonly licences: Licences;
}

/** The notices of Latent and of everything in it. Chromium's are a page of their own, which the browser shows. */
export function LicencesDialog({ licences }: LicencesDialogProps) {
  const say = useWords();
  const { latent, packages, electron, hasChromium } = licences;
  return (
    <Dialog
      wide
      title={say('licences.title')}
      description={say('licences.explained', { count: packages.length })}
      actions={
        hasChromium && (
          <Button size="large" icon={<ExternalLink size={14} />} onClick={() => void notifyIfFailed(bridge.appOpenChromiumLicences())}>
            {say('licences.chromium')}
          </Button>
        )
      }
    >
      <div className={styles.list}>
        <Notice name="Latent" licence="MIT" text={latent} />
        {electron !== null && <Notice name="Electron" licence="MIT" text={electron} />}
        {packages.map(({ name, version, licence, text }) => (
          <Notice key={`${name} ${version}`} name={`${name} ${version}`} licence={licence} text={text || say('licences.no-text')} />
        ))}
      </div>
    </Dialog>
  );
}

function Notice({ name, licence, text }: { readonly name: string; readonly licence: string; readonly text: string }) {
  return (
    <details className={styles.notice}>
      <summary className={styles.summary}>
        <span className={styles.name}>{name}</span>
        <span className={styles.licence}>{licence}</span>
      </summary>
      <pre className={styles.text}>{text}</pre>
    </details>
  );
}
