import type { ImageId } from '../../shared/task.ts';

/** What the operating system does for a person. electron/platform/desktop.ts implements it. */
export interface Desktop {
  /** Null if the dialog was closed. `startingAt` null: the folder that the dialog showed last. `title`: default is the library folder's. */
  chooseFolder(startingAt: string | null, title?: string): Promise<string | null>;
  /** Files or folders to import. Empty if the dialog was closed. */
  chooseToImport(what: 'folder' | 'pictures'): Promise<readonly string[]>;
  /** Files to refer to. Empty if the dialog was closed. */
  choosePictures(): Promise<readonly string[]>;
  /** A file to read text from. Null if the dialog was closed. */
  chooseTextFile(title: string, extensions: readonly string[]): Promise<string | null>;
  /** Null if the dialog was closed. */
  chooseSaveFile(suggestedName: string, title: string): Promise<string | null>;
  /** Whether the key that ends with `lastFour` may be sent to `origin`. Main asks, because a page could claim anything. */
  confirmKeyAddress(origin: string, lastFour: string): Promise<boolean>;
  /** Main asks, because a page alone must not delete what was paid for. */
  confirmEmptyTrash(): Promise<boolean>;
  /** Main asks, because an address that a page stored could carry data away. */
  confirmOpenPage(address: string): Promise<boolean>;
  /** Opens a web page in the person's browser. False if the system opened none. */
  openPage(address: string): Promise<boolean>;
  reveal(file: string): void;
  /** Starts dragging files out of the window. `colours`: `coloursLength` bytes that stand for the first picture. */
  startDrag(files: readonly string[], colours: Uint8Array): void;
  openFolder(folder: string): Promise<void>;
  /** Opens a file in the program that the system has for it. Throws `not-opened`. */
  openFile(file: string): Promise<void>;
  /** A program on this computer. Null if the dialog was closed. */
  chooseProgram(): Promise<string | null>;
  /** Throws `no-program` if the program is missing, cannot be run or does not start. */
  openInProgram(program: string, file: string): Promise<void>;
  /** Puts files on the clipboard, for other programs. False if this system's clipboard cannot hold them. */
  copyFiles(files: readonly string[]): Promise<boolean>;
  copyText(text: string): Promise<void>;
  /** The text on the clipboard. Empty if there is none. */
  readText(): Promise<string>;
  /** False if the picture cannot be decoded. */
  copyPicture(id: ImageId): Promise<boolean>;
}
