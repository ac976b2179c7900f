import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { keysOf } from '../../commands/registry.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { writes } from '../../frame/typed-keys.ts';
import { ranked } from '../../parts/search/rank-entries.ts';
import type { SettingEntry } from '../../parts/settings/setting-entries.ts';
import { searchSettings } from '../../parts/settings/settings-place.ts';
import { Button } from '../../ui/button.tsx';
import { ask } from '../../ui/dialogs/ask.ts';
import popup from '../../ui/popup.module.css';
import rowStyles from '../../ui/sheets/row.module.css';
import textStyles from '../../ui/sheets/text.module.css';
import { KeyHint } from '../../ui/shortcuts/kbd.tsx';
import { isTyping } from '../../ui/shortcuts/key-listener.ts';
import { useWords } from '../../words/words.ts';
import styles from './settings-search.module.css';

/** What a search finds, the best first: what the palette would find, and all of it. */
export const foundSettings = (entries: readonly SettingEntry[], search: string): readonly SettingEntry[] => ranked(entries, search, []).map(({ entry }) => entry);

/** The field above the pages. Whatever is typed elsewhere in the settings goes into it, too. */
export function SettingsField({ search }: { readonly search: string }) {
  const say = useWords();
  const field = useRef<HTMLInputElement>(null);
  useCommands('settings', {
    search: () => {
      field.current?.focus();
      field.current?.select();
    },
  });
  useTypedAnywhere(field);
  return (
    <div className={styles.field}>
      <Search size={14} aria-hidden className={styles.glass} />
      <Autocomplete.Input
        ref={field}
        className={styles.input}
        aria-label={say('settings.find')}
        // The list is there only while something is searched.
        aria-expanded={search.trim() !== ''}
        placeholder={say('settings.find.placeholder')}
        maxLength={100}
        spellCheck={false}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && search !== '') searchSettings('');
        }}
      />
      {search === '' && <KeyHint keys={keysOf('search', 'settings') ?? []} />}
    </div>
  );
}

/** A sign that no control and no command takes goes into the field, which gets the focus before it is written. */
function useTypedAnywhere(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.key === ' ' || !writes(event) || isTyping(event.target)) return;
      // A dialog or a menu has its own keys.
      if (document.querySelector('[data-modal][data-open], [role="menu"], [role="listbox"][data-open]') !== null) return;
      field.current?.focus();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [field]);
}

/** What was found, in place of the pages. If nothing was, where else to look. */
export function SettingsFound({ found, search }: { readonly found: readonly SettingEntry[]; readonly search: string }) {
  const say = useWords();
  return (
    <>
      <p role="status" className={found.length === 0 ? styles.nothing : textStyles.hint}>
        {say('settings.find.count', { count: found.length })}
      </p>
      <Autocomplete.List className={styles.list} aria-label={say('settings.find.found')} tabIndex={-1}>
        {found.map((entry) => (
          <Autocomplete.Item key={entry.key} value={entry} className={popup.item} onClick={entry.run}>
            <entry.icon size={15} aria-hidden />
            <span className={popup.itemCut}>{entry.text}</span>
            {entry.hint !== undefined && <span className={popup.itemHint}>{entry.hint}</span>}
          </Autocomplete.Item>
        ))}
      </Autocomplete.List>
      {found.length === 0 && (
        <>
          <p className={styles.elsewhere}>{say('settings.find.elsewhere')}</p>
          <div className={rowStyles.wrap}>
            <Button keys={keysOf('palette', 'everywhere')} onClick={() => void ask('palette', { search })}>
              {say('settings.find.palette')}
            </Button>
            <Button keys={keysOf('show-shortcuts', 'everywhere')} onClick={() => void ask('shortcuts')}>
              {say('app.shortcuts')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
