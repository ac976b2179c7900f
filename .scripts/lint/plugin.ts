import { relative, resolve } from 'node:path';
import { refusal } from './layers.ts';

/** The project's own lint rules. The shapes are the parts of the linter's plugin interface that they use. */
interface Node {
  readonly type: string;
}
interface Literal extends Node {
  readonly value: unknown;
}
interface ImportLike extends Node {
  readonly source: Literal | null;
  readonly specifiers?: readonly { readonly imported?: { readonly name?: string }; readonly importKind?: string; readonly exportKind?: string }[];
  readonly importKind?: string;
  readonly exportKind?: string;
}
interface JsxAttribute extends Node {
  readonly name: { readonly name: unknown };
  readonly value: (Literal & { readonly expression?: Literal }) | null;
}
interface Member extends Node {
  readonly object: { readonly name?: string; readonly property?: { readonly name?: string } };
  readonly property: { readonly name?: string };
}
interface Context {
  readonly filename: string;
  readonly cwd: string;
  report(finding: { readonly node: Node; readonly message: string }): void;
}

function isTypeOnly({ importKind, exportKind, specifiers = [] }: ImportLike): boolean {
  if (importKind === 'type' || exportKind === 'type') return true;
  return specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type');
}

const layers = {
  create(context: Context) {
    const check = (node: ImportLike): void => {
      if (typeof node.source?.value !== 'string') return;
      const message = refusal(context.cwd, resolve(context.filename), node.source.value, isTypeOnly(node));
      if (message !== null) context.report({ node, message: `${message}.` });
    };
    return { ImportDeclaration: check, ImportExpression: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};

const visibleAttributes = new Set(['alt', 'aria-description', 'aria-label', 'aria-roledescription', 'aria-valuetext', 'label', 'placeholder', 'title']);
const hasLetters = /\p{Letter}{2}/u;

const wordsFromCatalogue = {
  create(context: Context) {
    const check = (node: Node, value: unknown): void => {
      if (typeof value === 'string' && hasLetters.test(value)) {
        context.report({ node, message: `Visible words come from shared/words: ${JSON.stringify(value.trim())}.` });
      }
    };
    return {
      JSXText: (node: Literal) => check(node, node.value),
      JSXExpressionContainer(node: Node & { readonly expression: Literal; readonly parent: Node }) {
        if (node.parent.type !== 'JSXAttribute') check(node, node.expression.value);
      },
      JSXAttribute(node: JsxAttribute) {
        if (typeof node.name.name !== 'string' || !visibleAttributes.has(node.name.name)) return;
        check(node, node.value?.expression?.value ?? node.value?.value);
      },
    };
  },
};

/** The only files that may send or receive between processes; each checks or narrows what passes. */
const ipcFiles = new Set([
  'electron/hosts/electron/handle-calls.ts',
  'electron/hosts/electron/dropped-files.ts',
  'electron/hosts/electron/send-changes.ts',
  'electron/preload/preload.ts',
  'electron/preload/decoder-preload.ts',
  'electron/preload/second-preload.ts',
  'electron/preload/quick-preload.ts',
  'electron/platform/windows/decoder-window.ts',
  'electron/platform/windows/app-windows.ts',
  'electron/platform/windows/quick-window.ts',
]);

const guardedIpc = {
  create(context: Context) {
    if (ipcFiles.has(relative(context.cwd, resolve(context.filename)).replaceAll('\\', '/'))) return {};
    const message = 'Raw IPC belongs to the few files that check it (electron/hosts/electron/handle-calls.ts and its kind).';
    return {
      ImportDeclaration(node: ImportLike) {
        if (node.source?.value !== 'electron' || node.importKind === 'type') return;
        for (const { imported, importKind } of node.specifiers ?? []) {
          if (importKind !== 'type' && (imported?.name === 'ipcMain' || imported?.name === 'ipcRenderer')) context.report({ node, message });
        }
      },
      MemberExpression(node: Member) {
        const owner = node.object.property?.name ?? node.object.name;
        if ((owner === 'webContents' || owner === 'sender') && ['send', 'postMessage'].includes(node.property.name ?? '')) context.report({ node, message });
      },
    };
  },
};

/** Built-ins of JavaScript that Chrome 114 has not (docs/development.md). compat.cjs adds them to Electron's own processes, but to no window. */
const newerThanWindows: Readonly<Record<string, readonly string[]>> = {
  AbortSignal: ['any'],
  Array: ['fromAsync'],
  Iterator: ['from'],
  Map: ['groupBy'],
  Object: ['groupBy'],
  Promise: ['try', 'withResolvers'],
  RegExp: ['escape'],
  URL: ['canParse', 'parse'],
};

const oldWindows = {
  create(context: Context) {
    return {
      MemberExpression(node: Member) {
        const [owner, name] = [node.object.name ?? '', node.property.name ?? ''];
        if (Object.hasOwn(newerThanWindows, owner) && newerThanWindows[owner]?.includes(name)) context.report({ node, message: `The oldest window has no ${owner}.${name}.` });
      },
    };
  },
};

export default { meta: { name: 'latent' }, rules: { layers, 'words-from-catalogue': wordsFromCatalogue, 'guarded-ipc': guardedIpc, 'old-windows': oldWindows } };
