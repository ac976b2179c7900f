import { CircleAlert, CornerUpLeft, FolderHeart, KeyRound, ListEnd, X, ChevronDown, ListPlus, Braces } from 'lucide-react';
import { useCommands } from '../../commands/use-commands.ts';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import type { Account } from '../../../shared/account.ts';
import { stopTakingNew, useAlbums } from '../../stores/library/albums-store.ts';
import { checkPrompt, checkRequest, refusedSize, type Complaint } from '../../../shared/request/compose-checks.ts';
import { useCompose } from '../../stores/compose/compose-store.ts';
import { sendAllAgain } from '../../stores/compose/partly-sent.ts';
import { submitCompose } from '../../stores/compose/send-compose.ts';
import { useThrottledTasks } from '../../stores/tasks-store.ts';
import { remember } from '../../stores/windows/remember-view.ts';
import { goTo } from '../../stores/windows/view-store.ts';
import { errorWords, useWords } from '../../words/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { isRepetition } from '../../ui/costly-press.ts';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { ConsoleLink } from '../../parts/accounts/console-link.tsx';
import { goToFallback } from '../../ui/focus-fallback.ts';
import { StoppedSending } from '../../parts/tasks/stopped-sending.tsx';
import { AccountSwitcher } from './account-switcher.tsx';
import { ChoiceFields } from './choices/choice-fields.tsx';
import colours from '../../ui/sheets/colour.module.css';
import styles from './compose-bar.module.css';
import rowStyles from '../../ui/sheets/row.module.css';
import { PriceNote } from './price-note.tsx';
import { PromptField } from './prompt/prompt-field.tsx';
import { ReferenceTray } from './reference-tray.tsx';
import { SubmitButton } from './submit-button.tsx';
import { TemplateLine } from './prompt/template-line.tsx';
import { useAccount, useChoices, useCount } from './choices/use-choices.ts';
import { useFormCount } from './choices/use-form-count.ts';
import { useReferenceDrop } from './use-reference-drop.ts';
import { CommandMenu } from '../../commands/command-menu.tsx';
import { nothingIn } from '../../commands/command.ts';
import { draftRequest } from '../../stores/prompts/share-prompt.ts';
import { SharePromptMenu } from '../../parts/pictures/share-prompt-menu.tsx';
import { Menu } from '../../ui/menu.tsx';
import { sentFields } from '../../../shared/request/sent-extras.ts';
import { ask } from '../../ui/dialogs/ask.ts';
import { acceptOffer, declineOffer, useListOffer } from '../../stores/lists/list-offer-store.ts';
import { series } from '../../../shared/words/in-a-row.ts';

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
  useRememberedRest(form);
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
          <CircleAlert size={15} className={complaint.blocks ? colours.bad : colours.caution} />
          <p className={rowStyles.words} id={complaintId}>{say(complaint.words, complaint.values)}</p>
        </div>
      )}
      <ListOffer />
      <KeyStrip account={account} />
      {account?.sendingStopped && <StoppedSending account={account} className={styles.strip} />}
      <ErrorStrip />
    </form>
  );
}

/** Remembers the height of what is below the prompt, for the frame that the next start begins with. */
function useRememberedRest(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const bar = form.current;
    const prompt = bar?.querySelector('textarea');
    if (!bar || !prompt) return;
    const observer = new ResizeObserver(() => {
      // In the trash, the bar has no height.
      remember({ composeRest: bar.offsetHeight > 0 ? bar.getBoundingClientRect().bottom - prompt.getBoundingClientRect().bottom : null });
    });
    observer.observe(bar);
    return () => observer.disconnect();
  }, [form]);
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

/** Ends what a mark above the prompt says, and the mark. Its focus does not go to the prompt, which would capture the undo key. */
function EndMark({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useKeptFocus(button, goToFallback);
  return (
    <IconButton ref={button} label={label} className={styles.forget} onClick={onClick}>
      <X size={13} />
    </IconButton>
  );
}

function RetryMark() {
  const say = useWords();
  const retrying = useCompose((state) => state.retryOf !== null);
  if (!retrying) return null;
  return (
    <div className={styles.retry}>
      <CornerUpLeft size={13} />
      {say('compose.trying-again')}
      <EndMark label={say('compose.forget-retry')} onClick={() => useCompose.setState({ retryOf: null })} />
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
      <EndMark label={say('compose.send-all-again', { all })} onClick={sendAllAgain} />
    </div>
  );
}

/** Says which album takes new pictures. */
function AlbumMark() {
  const say = useWords();
  const name = useAlbums(({ takesNew }) => takesNew);
  if (name === null) return null;
  return (
    <div className={styles.retry}>
      <FolderHeart size={13} />
      {say('albums.new-go-to', { name })}
      <EndMark label={say('albums.new-stop', { name })} onClick={stopTakingNew} />
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
      <KeyRound size={15} className={colours.caution} />
      <p className={rowStyles.words}>{account ? say(`compose.key-${account.key.status}`, { account: account.name, lastFour }) : say('compose.no-account')}</p>
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
      <CircleAlert size={15} className={colours.bad} />
      <p className={rowStyles.words}>{errorWords(say, error)}</p>
    </div>
  );
}

/** Ways to ask for more than one prompt. */
function ManyMenu() {
  const say = useWords();
  const button = useRef<HTMLButtonElement>(null);
  useCommands('compose', { many: () => button.current?.click() });
  const empty = useCompose(({ prompt }) => prompt.trim() === '');
  return (
    <Menu
      align="end"
      trigger={
        <Button ref={button} variant="quiet" icon={<ListPlus size={14} />} aria-label={say('compose.many')}>
          <span className={styles.manyLabel}>{say('compose.many')}</span>
          <ChevronDown size={13} />
        </Button>
      }
    >
      <CommandMenu items={['list', 'wildcards', 'prompts', 'save-prompt', 'save-settings']} subject={nothingIn('compose')} />
      <SharePromptMenu disabled={empty} request={draftRequest} />
      <CommandMenu items={['fields']} subject={nothingIn('compose')} />
    </Menu>
  );
}

/** Says that the request has more fields than the bar shows. */
function FieldsMark() {
  const say = useWords();
  const account = useAccount();
  const choices = useChoices();
  const names = account ? Object.keys(sentFields(account, choices)) : [];
  if (names.length === 0) return null;
  const label = say('fields.mark', { count: names.length, names: series(say, names) });
  return (
    <Button variant="quiet" icon={<Braces size={14} />} aria-label={label} title={label} onClick={() => void ask('fields', { accountId: null })}>
      {names.length}
    </Button>
  );
}

/** Offers to open several pasted lines as a list. Typing goes on as if it were not there. */
function ListOffer() {
  const count = useListOffer(({ offer }) => offer?.count ?? null);
  return count !== null && <Offer count={count} />;
}

function Offer({ count }: { readonly count: number }) {
  const say = useWords();
  const offer = useRef<HTMLDivElement>(null);
  // The text was pasted there.
  const kept = useKeptFocus(offer, () => offer.current?.closest('form')?.querySelector('textarea')?.focus());
  return (
    <div {...kept} ref={offer} className={styles.strip} role="status">
      <ListPlus size={15} />
      <p className={rowStyles.words}>{say('list.offer', { count })}</p>
      <Button size="small" onClick={declineOffer}>
        {say('list.offer-decline')}
      </Button>
      <Button size="small" variant="solid" onClick={acceptOffer}>
        {say('list.offer-accept')}
      </Button>
    </div>
  );
}
