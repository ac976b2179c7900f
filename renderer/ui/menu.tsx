import { ContextMenu as BaseContextMenu } from '@base-ui/react/context-menu';
import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { keyAnswered, useCostlyPress } from './costly-press.ts';
import { focusIn } from './focus-in.ts';
import type { Chord } from './shortcuts/chords.ts';
import { KeyHint } from './shortcuts/kbd.tsx';
import styles from './popup.module.css';

interface MenuProps {
  readonly onOpen?: () => void;
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'bottom';
  /** While true, it does not open, and its button keeps the focus. */
  readonly waiting?: boolean;
  readonly children: ReactNode;
}

export function Menu({ trigger, align = 'start', side = 'bottom', waiting = false, onOpen, children }: MenuProps) {
  /** The grid or dialog that had the focus if a click or a shortcut opens the menu. On the button, arrow keys would open it again. */
  const [from, setFrom] = useState<HTMLElement | null>(null);
  const comeFrom = (active: Element | null): void => setFrom(active?.matches('[role="gridcell"], [role="grid"], [role="treegrid"], [role="dialog"]') ? active.closest<HTMLElement>('[role="grid"], [role="treegrid"], [role="dialog"]') : null);
  return (
    <Base.Root
      onOpenChange={(open, { cancel, event, reason }) => {
        if (!open) return void (reason === 'item-press' && event instanceof UIEvent && event.detail === 0 && keyAnswered());
        if (waiting) return cancel();
        // The press of a pointer moves the focus to the button before the menu opens.
        if (event.type !== 'mousedown') comeFrom(document.activeElement);
        onOpen?.();
      }}
    >
      <Base.Trigger render={trigger} onPointerDown={() => comeFrom(document.activeElement)} />
      <Surface sideOffset={5} align={align} side={side} finalFocus={from ? () => focusAfter(from.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]') ?? from) : undefined}>
        {children}
      </Surface>
    </Base.Root>
  );
}

/** Where the focus goes when a menu closes. If there is no such element, to its button. */
function focusAfter(to: HTMLElement | null): HTMLElement | boolean {
  const { activeElement } = document;
  // What the chosen item opened may have the focus by now.
  if (activeElement !== document.body && !activeElement?.closest('[role="menu"]')) return false;
  return !to?.isConnected || focusIn(to);
}

interface SurfaceProps extends Pick<Base.Positioner.Props, 'side' | 'align' | 'sideOffset' | 'alignOffset' | 'children'>, Pick<Base.Popup.Props, 'finalFocus'> {}

function Surface({ children, finalFocus, ...placement }: SurfaceProps) {
  return (
    <Base.Portal>
      <Base.Positioner {...placement} className={styles.positioner} collisionPadding={8}>
        <Base.Popup className={classes(styles.popup, styles.menu)} finalFocus={finalFocus}>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

interface ContextMenuProps {
  /** The area that opens it on a right click. */
  readonly trigger: ReactElement;
  /** What gets the focus when the menu closes. What was right-clicked may be gone by then. */
  readonly returnsTo: () => HTMLElement | null;
  readonly children: ReactNode;
}

export function ContextMenu({ trigger, returnsTo, children }: ContextMenuProps) {
  return (
    <BaseContextMenu.Root>
      <BaseContextMenu.Trigger render={trigger} />
      <Surface finalFocus={() => focusAfter(returnsTo())}>{children}</Surface>
    </BaseContextMenu.Root>
  );
}

type MenuKeyEvent = Parameters<NonNullable<Base.Item.Props['onKeyDown']>>[0];

interface MenuItemProps {
  /** Its name, if its content is an icon. */
  readonly label?: string;
  readonly icon?: ReactNode;
  /** The keys that do the same. */
  readonly keys?: readonly Chord[] | undefined;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Leaves the menu open. */
  readonly stays?: boolean;
  /** Whether it may cost money. */
  readonly costs?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ label, icon, keys, danger = false, disabled = false, stays = false, costs = false, onSelect, children }: MenuItemProps) {
  const press = useCostlyPress(onSelect);
  const deliberate = {
    ...press,
    onKeyDown(event: MenuKeyEvent): void {
      press.onKeyDown(event);
      if (event.defaultPrevented) event.preventBaseUIHandler();
    },
    // Base UI presses an item when Space is released.
    onKeyUp: (event: MenuKeyEvent): void => void (event.key === ' ' && event.preventBaseUIHandler()),
  };
  return (
    <Base.Item
      className={styles.item}
      aria-label={label}
      title={label}
      data-danger={danger || undefined}
      disabled={disabled}
      closeOnClick={!stays}
      {...(costs ? deliberate : { onClick: onSelect })}
    >
      {icon}
      <span className={styles.itemText}>{children}</span>
      {keys && keys.length > 0 && (
        <span className={styles.itemHint}>
          <KeyHint keys={keys} />
        </span>
      )}
    </Base.Item>
  );
}

interface SubmenuProps {
  readonly icon?: ReactNode;
  readonly label: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** An item that opens a menu beside it. */
export function Submenu({ icon, label, disabled = false, children }: SubmenuProps) {
  const item = useRef<HTMLElement>(null);
  // When the whole menu closes, this item is gone, and the menu decides where the focus goes. By default, Base UI would focus the menu's button after that.
  const returnFocus = (): HTMLElement | false => (document.activeElement === document.body && item.current?.isConnected ? item.current : false);
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger ref={item} className={styles.item} disabled={disabled}>
        {icon}
        <span className={styles.itemText}>{label}</span>
        <ChevronRight size={14} aria-hidden />
      </Base.SubmenuTrigger>
      <Surface sideOffset={4} alignOffset={-4} finalFocus={returnFocus}>
        {children}
      </Surface>
    </Base.SubmenuRoot>
  );
}

/** Says what the items below it are for. */
export function MenuTitle({ children }: { readonly children: ReactNode }) {
  return (
    <div role="presentation" className={styles.groupLabel}>
      {children}
    </div>
  );
}

interface MenuChoiceItem<Value extends string> {
  readonly value: Value;
  readonly name: string;
  readonly icon?: ReactNode;
  /** Shown below its name. */
  readonly hint?: string;
  readonly keys?: readonly Chord[] | undefined;
}

interface MenuChoiceProps<Value extends string> {
  readonly label: string;
  /** Null: none of them. */
  readonly value: Value | null;
  readonly onValueChange: (value: Value) => void;
  readonly choices: readonly MenuChoiceItem<Value>[];
}

/** One of several, with the chosen one ticked. */
export function MenuChoice<Value extends string>({ label, value, onValueChange, choices }: MenuChoiceProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.groupLabel}>{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: Value) => onValueChange(next)}>
        {choices.map((choice) => (
          <Base.RadioItem key={choice.value} value={choice.value} className={styles.item} closeOnClick>
            {choice.icon}
            <span className={styles.itemText}>
              {choice.name}
              {choice.hint && <div className={styles.itemHint}>{choice.hint}</div>}
            </span>
            {choice.keys && (
              <span className={styles.itemHint}>
                <KeyHint keys={choice.keys} />
              </span>
            )}
            <span className={styles.indicator}>
              <Base.RadioItemIndicator>
                <Check size={14} />
              </Base.RadioItemIndicator>
            </span>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

interface MenuChecksProps {
  readonly label?: string;
  readonly values: readonly string[];
  /** Called with all ticked values, in the order of the choices. */
  readonly onValuesChange: (values: readonly string[]) => void;
  readonly choices: readonly { readonly value: string; readonly name: string; readonly icon?: ReactNode; readonly note?: string }[];
}

/** Choices that can each be ticked. The menu stays open. */
export function MenuChecks({ label, values, onValuesChange, choices }: MenuChecksProps) {
  const change = (value: string, ticked: boolean): void =>
    onValuesChange(choices.map((choice) => choice.value).filter((each) => (each === value ? ticked : values.includes(each))));
  return (
    <Base.Group>
      {label !== undefined && <Base.GroupLabel className={styles.groupLabel}>{label}</Base.GroupLabel>}
      {choices.map(({ value, name, icon, note }) => (
        <Base.CheckboxItem key={value} checked={values.includes(value)} onCheckedChange={(ticked) => change(value, ticked)} className={styles.item} closeOnClick={false}>
          {icon}
          <span className={styles.itemText}>{name}</span>
          {note && <span className={styles.itemHint}>{note}</span>}
          <span className={styles.indicator}>
            <Base.CheckboxItemIndicator>
              <Check size={14} />
            </Base.CheckboxItemIndicator>
          </span>
        </Base.CheckboxItem>
      ))}
    </Base.Group>
  );
}

export function MenuSeparator() {
  return <Base.Separator className={styles.separator} />;
}
