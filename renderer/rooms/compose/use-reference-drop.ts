import { useState, type ClipboardEvent, type DragEvent } from 'react';
import { isDroppedList } from '../../../shared/lists/list-file-extensions.ts';
import { takesPictures } from '../../../shared/request/reference-checks.ts';
import { addAddress, addFiles, refuse } from '../../stores/compose/compose-references.ts';
import { notify } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { useAccount } from './choices/use-choices.ts';

interface DropProps {
  /** Tells the preload and the area for imports that this element takes pictures itself. */
  readonly [takesPictures]?: true;
  /** Something that it takes is dragged over it. */
  readonly 'data-dropping'?: true | undefined;
  readonly onDragOver?: (event: DragEvent) => void;
  readonly onDragLeave?: (event: DragEvent) => void;
  readonly onDrop?: (event: DragEvent) => void;
  readonly onPaste?: (event: ClipboardEvent) => void;
}

/** Pictures and links that are dropped on the compose bar or pasted into it become references. Without a field for them, nothing changes. */
export function useReferenceDrop(): DropProps {
  const account = useAccount();
  const form = account?.options.references?.form;
  const [over, setOver] = useState(false);
  if (!account || form === undefined) return {};
  return {
    [takesPictures]: true,
    'data-dropping': over || undefined,
    onDragOver(event) {
      if (isLink(event.dataTransfer)) event.preventDefault();
      setOver(isLink(event.dataTransfer) || event.dataTransfer.types.includes('Files'));
    },
    onDragLeave({ currentTarget, relatedTarget }) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop(event) {
      setOver(false);
      const files = [...event.dataTransfer.files];
      if (files.length > 0) {
        if (!isDroppedList(files)) void addFiles(files);
        return;
      }
      if (!isLink(event.dataTransfer)) return;
      event.preventDefault();
      if (form === 'data-url') return refuse('address', account);
      const fault = addAddress(event.dataTransfer.getData('text/uri-list').split('\n')[0] ?? '');
      if (fault !== null) notify(currentWords()(`references.address-${fault}`));
    },
    onPaste(event) {
      const pictures = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'));
      // A text that was copied with a picture of itself is a text.
      if (pictures.length === 0 || event.clipboardData.getData('text/plain') !== '') return;
      event.preventDefault();
      void addFiles(pictures);
    },
  };
}

const isLink = ({ types }: DataTransfer): boolean => types.includes('text/uri-list') && !types.includes('Files');
