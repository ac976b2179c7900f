/** How far the page of the main window has been loaded. The start waits for it (start-app.ts). */
export interface PageLoad {
  /** Resolves once the page's process has asked for the HTML. */
  readonly asked: Promise<void>;
  /** Resolves once the page has every file that the HTML names, up to the last 64 KiB of each. */
  readonly served: Promise<void>;
  /** The page has a file, or has asked for the HTML. `text`: of the HTML. */
  answered(pathname: string, text: string | null): void;
  /** Lets both resolve, whatever was asked for. */
  end(): void;
}

/** Follows the first load of a page. `/index.html` is its HTML. */
export function createPageLoad(): PageLoad {
  const asked = Promise.withResolvers<void>();
  const served = Promise.withResolvers<void>();
  let awaited: Set<string> | null = null;
  return {
    asked: asked.promise,
    served: served.promise,
    answered(pathname, text) {
      if (pathname === '/index.html') {
        asked.resolve();
        awaited ??= new Set(filesIn(text ?? ''));
      } else awaited?.delete(pathname);
      if (awaited?.size === 0) served.resolve();
    },
    end() {
      asked.resolve();
      served.resolve();
    },
  };
}

/** The files that an HTML file of the build names: scripts, style sheets, fonts. */
const filesIn = (html: string): readonly string[] => [...html.matchAll(/(?:src|href)="\.(\/[^"]+)"/g)].map(([, file]) => file ?? '');
