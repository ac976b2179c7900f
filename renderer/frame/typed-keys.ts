/** A key press that waits for what it is meant for. */
export type KeptKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'repeat' | 'timeStamp'>;

/** A key press, or what was pasted. */
export type Typed = KeptKey | DataTransfer;

export const keptKey = ({ key, code, ctrlKey, metaKey, shiftKey, altKey, repeat, timeStamp }: KeptKey): KeptKey => ({ key, code, ctrlKey, metaKey, shiftKey, altKey, repeat, timeStamp });

export const isModifier = (key: string): boolean => ['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'CapsLock'].includes(key);

/** Whether a key writes its sign. Windows reports AltGr as Ctrl+Alt, and a Mac writes other signs than letters with Option. */
export const writes = ({ key, ctrlKey, metaKey, altKey }: KeptKey): boolean =>
  [...key].length === 1 && !metaKey && (ctrlKey === altKey || (altKey && !/[a-z0-9]/i.test(key)));

/** Keys that paste. Their key event must not be prevented, because the event that follows it has what is pasted. */
export const pastes = ({ key, ctrlKey, metaKey, shiftKey }: KeptKey): boolean => ((ctrlKey || metaKey) && key.toLowerCase() === 'v') || (shiftKey && key === 'Insert');

/** What is pasted can be read only during its event. */
export function copyOf(pasted: DataTransfer): DataTransfer {
  const copy = new DataTransfer();
  for (const type of pasted.types) if (type !== 'Files') copy.setData(type, pasted.getData(type));
  for (const file of pasted.files) copy.items.add(file);
  return copy;
}
