import { Braces } from 'lucide-react';
import { useRef } from 'react';
import { longestPattern, nameFields, type ReadPattern } from '../../../shared/export/name-pattern.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { MiddleCut } from '../../ui/middle-cut.tsx';
import { useWords } from '../../words/words.ts';
import colours from '../../ui/sheets/colour.module.css';
import fieldStyles from '../../ui/fields/field.module.css';
import styles from './export-dialog.module.css';
import textStyles from '../../ui/sheets/text.module.css';

interface NamesFieldProps {
  readonly pattern: string;
  readonly read: ReadPattern;
  readonly onChange: (pattern: string) => void;
  /** The first names. Null: not known yet. */
  readonly names: readonly string[] | null;
  readonly pictures: number;
}

/** The field for the pattern of file names, with a menu of its fields, and the first names or what is wrong. */
export function NamesField({ pattern, read, onChange, names, pictures }: NamesFieldProps) {
  const say = useWords();
  const field = useRef<HTMLInputElement>(null);
  const insert = (name: string): void => {
    const input = field.current;
    const from = input?.selectionStart ?? pattern.length;
    const to = input?.selectionEnd ?? from;
    onChange(`${pattern.slice(0, from)}{${name}}${pattern.slice(to)}`);
  };
  const more = names === null ? 0 : pictures - names.length;
  return (
    <div className={fieldStyles.field}>
      <div className={styles.pattern}>
        <TextField ref={field} label={say('export.names')} value={pattern} onValueChange={onChange} maxLength={longestPattern} aria-invalid={!read.ok} aria-describedby="export-names" />
        <Menu align="end" trigger={<Button size="large" icon={<Braces size={14} />}>{say('export.names-insert')}</Button>}>
          {nameFields.map((name) => (
            <MenuItem key={name} onSelect={() => insert(name)}>
              {say(`export.field.${name}`)}
            </MenuItem>
          ))}
        </Menu>
      </div>
      {/* Fixed height, so that nothing moves while a person types. */}
      <div id="export-names" className={styles.preview} data-single={pictures === 1 || undefined} aria-live="polite">
        {read.ok ? (
          <ul aria-label={say('export.names-preview')}>
            {names?.map((name) => (
              <li key={name}>
                <MiddleCut text={name} />
              </li>
            ))}
            {more > 0 && <li className={classes(textStyles.cut, colours.faint)}>{say('export.names-more', { more })}</li>}
          </ul>
        ) : (
          <>
            <p className={colours.bad}>{say(`export.names-wrong.${read.why}`, { near: read.near })}</p>
            <p className={textStyles.cut} dir="auto">
              {pattern.slice(0, read.at)}
              <mark>{read.near}</mark>
              {pattern.slice(read.at + read.near.length)}
            </p>
          </>
        )}
      </div>
    </div>
  );
}
