// What is used of the peers: they are installed by `npm run bench`, not by `npm ci`.

declare module 'react-virtuoso' {
  import type { HTMLAttributes, ReactNode } from 'react';

  export function VirtuosoGrid<Context>(
    props: HTMLAttributes<HTMLDivElement> & {
      readonly totalCount: number;
      readonly context: Context;
      readonly itemContent: (index: number, data: unknown, context: Context) => ReactNode;
      readonly listClassName: string | undefined;
      readonly itemClassName: string | undefined;
      readonly increaseViewportBy: number;
    },
  ): ReactNode;
}

declare module '@tanstack/react-virtual' {
  interface Row {
    readonly key: number | string | bigint;
    readonly index: number;
    readonly start: number;
  }

  export function useVirtualizer(options: {
    readonly count: number;
    readonly getScrollElement: () => HTMLElement | null;
    readonly estimateSize: () => number;
    readonly overscan: number;
    readonly paddingStart: number;
    readonly paddingEnd: number;
  }): { getVirtualItems(): readonly Row[]; getTotalSize(): number };
}
