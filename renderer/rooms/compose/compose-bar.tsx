import { CircleAlert, CornerUpLeft, FolderHeart, KeyRound, ListEnd, X } from 'lucide-react';
import { useCommands } from '../../commands/use-commands.ts';
import { useMemo, useRef } from 'react';
import type { Account } from '../../../shared/account.ts';
import { takesNew, toggleTakesNew, useAlbums } from '../../stores/library/albums-store.ts';
import { checkPrompt, checkRequest, refusedSize, type Complaint } from '../../stores/compose/compose-checks.ts';
import { useCompose } from '../../stores/compose/compose-store.ts';
import { sendAllAgain } from '../../stores/compose/partly-sent.ts';
import { submitCompose } from '../../stores/compose/send-compose.ts';
import { useThrottledTasks } from '../../stores/tasks-store.ts';
import { goTo } from '../../stores/windows/view-store.ts';
import { errorWords, useWords } from '../../words/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { isRepetition } from '../../ui/costly-press.ts';
import { ConsoleLink } from '../../parts/accounts/console-link.tsx';
import { StoppedSending } from '../../parts/tasks/stopped-sending.tsx';
import { AccountSwitcher } from './account-switcher.tsx';
import { ChoiceFields } from './choices/choice-fields.tsx';
import styles from './compose-bar.module.css';
import { FieldsMark } from './choices/fields-mark.tsx';
import { ListOffer } from './list-offer.tsx';
import { ManyMenu } from './many-menu.tsx';
import { PriceNote } from './price-note.tsx';
import { PromptField } from './prompt/prompt-field.tsx';
import { ReferenceTray } from './reference-tray.tsx';
import { SubmitButton } from './submit-button.tsx';
import { TemplateLine } from './prompt/template-line.tsx';
import { useAccount, useChoices, useCount } from './choices/use-choices.ts';
import { useFormCount } from './choices/use-form-count.ts';
import { useReferenceDrop } from './use-reference-drop.ts';

/** Id of the element that describes what is wrong in the fields. */
const complaintId = 'compose-complaint';

/** The compose bar: a prompt, a few choices, one button. */
export function ComposeBar() {
  const say = useWords();
  const account = useAccount();
  const form = useRef<HTMLFormElement>(null);
  // Elsewhere, the same key completes a note or a comparison, and must not buy. A held or doubled key submits once.
  useCommands('compose', {
    submit({ target }) {
      if (target instanceof Node && form.current?.contains(target) && !isRepetition({ repeat: false })) void submitCompose();
    },
  });
  const complaint = useComplaint(account);
  const drop = useReferenceDrop();
  return (
    // Enter in a field sends nothing.
    <form {...drop} ref={form} className={styles.bar} aria-label={say('compose.form')} onSubmit={(event) => event.preventDefault()}>
      <RetryMark />
      <PartlySentMark />
      <AlbumMark />
      <PromptField />
      <TemplateLine />
      <ReferenceTray />
      <div className={styles.choices}>
        <div className={styles.fields}>
          <ChoiceFields complaint={complaint} complaintId={complaintId} />
        </div>
        <div className={styles.end}>
          <ManyMenu />
          <FieldsMark />
          <AccountSwitcher />
          <PriceNote />
          <SubmitButton account={account} complaint={complaint} />
        </div>
      </div>
      {complaint && (
        <div className={styles.strip} role="status">
          <CircleAlert size={15} className={complaint.blocks ? styles.bad : styles.caution} />
          <p id={complaintId}>{say(complaint.words, complaint.values)}</p>
        </div>
      )}
      <ListOffer />
      <KeyStrip account={account} />
      {account?.sendingStopped && <StoppedSending account={account} className={styles.strip} />}
      <ErrorStrip />
    </form>
  );
}

function useComplaint(account: Account | null): Complaint | null {
  const choices = useChoices();
  const count = useCount();
  const wrong = useCompose(({ prompt }) => checkPrompt(prompt));
  // Selects only the answer, because with thousands of tasks in flight the tasks change several times a second.
  const refused = useThrottledTasks(({ tasks }) => account && refusedSize(tasks.values(), account, choices));
  return useMemo(() => {
    if (!account) return null;
    if (wrong) return wrong;
    const found = checkRequest(account, choices, count);
    if (found || refused === null) return found;
    return { field: 'size', words: 'compose.size-refused', values: { account: account.name, size: refused }, blocks: false };
  }, [account, choices, count, refused, wrong]);
}

function RetryMark() {
  const say = useWords();
  const retrying = useCompose((state) => state.retryOf !== null);
  if (!retrying) return null;
  return (
    <div className={styles.retry}>
      <CornerUpLeft size={13} />
      {say('compose.trying-again')}
      <IconButton label={say('compose.forget-retry')} className={styles.forget} onClick={() => useCompose.setState({ retryOf: null })}>
        <X size={13} />
      </IconButton>
    </div>
  );
}

/** Says that the next press sends only the rest of what the form makes. */
function PartlySentMark() {
  const say = useWords();
  const { all, sent } = useFormCount();
  if (sent === 0) return null;
  return (
    <div className={styles.retry} role="status">
      <ListEnd size={13} />
      {say('compose.partly-sent', { all, sent, rest: all - sent })}
      <IconButton label={say('compose.send-all-again', { all })} className={styles.forget} onClick={sendAllAgain}>
        <X size={13} />
      </IconButton>
    </div>
  );
}

/** Says which album takes new pictures. */
function AlbumMark() {
  const say = useWords();
  const album = useAlbums(takesNew);
  if (!album) return null;
  const { name } = album;
  return (
    <div className={styles.retry}>
      <FolderHeart size={13} />
      {say('albums.new-go-to', { name })}
      <IconButton label={say('albums.new-stop', { name })} className={styles.forget} onClick={() => void toggleTakesNew(album)}>
        <X size={13} />
      </IconButton>
    </div>
  );
}

/** Says why nothing can be sent with this account, and leads to where that can be fixed. */
function KeyStrip({ account }: { readonly account: Account | null }) {
  const say = useWords();
  if (account?.key.status === 'present') return null;
  const lastFour = account?.key.status === 'refused' && account.key.lastFour !== '' ? account.key.lastFour : 'none';
  return (
    <div className={styles.strip} role="status">
      <KeyRound size={15} className={styles.caution} />
      <p>{account ? say(`compose.key-${account.key.status}`, { account: account.name, lastFour }) : say('compose.no-account')}</p>
      {account && (
        <ConsoleLink accountId={account.id} which="key">
          {say('settings.console.open-key')}
        </ConsoleLink>
      )}
      <Button size="small" onClick={() => goTo('settings')}>
        {say('compose.open-settings')}
      </Button>
    </div>
  );
}

function ErrorStrip() {
  const say = useWords();
  const error = useCompose((state) => state.error);
  if (!error) return null;
  return (
    <div className={styles.strip} role="alert">
      <CircleAlert size={15} className={styles.bad} />
      <p>{errorWords(say, error)}</p>
    </div>
  );
}
