import type { ClipboardEvent, DragEvent } from 'react';
import { isDroppedList } from '../../../shared/lists/list-files.ts';
import { takesPictures } from '../../../shared/references.ts';
import { addAddress, addFiles, refuse } from '../../stores/compose/references.ts';
import { useAccount } from './use-choices.ts';

interface DropProps {
  /** Tells the preload and the area for imports that this element takes pictures itself. */
  readonly [takesPictures]?: true;
  readonly onDragOver?: (event: DragEvent) => void;
  readonly onDrop?: (event: DragEvent) => void;
  readonly onPaste?: (event: ClipboardEvent) => void;
}

/** Pictures and links that are dropped on the compose bar or pasted into it become references. Without a field for them, nothing changes. */
export function useReferenceDrop(): DropProps {
  const account = useAccount();
  const form = account?.options.references?.form;
  if (!account || form === undefined) return {};
  return {
    [takesPictures]: true,
    onDragOver: (event) => isLink(event.dataTransfer) && event.preventDefault(),
    onDrop(event) {
      const files = [...event.dataTransfer.files];
      if (files.length > 0) {
        if (!isDroppedList(files)) void addFiles(files);
        return;
      }
      if (!isLink(event.dataTransfer)) return;
      event.preventDefault();
      if (form === 'data-url') return refuse('address', account);
      addAddress(event.dataTransfer.getData('text/uri-list').split('\n')[0] ?? '');
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
