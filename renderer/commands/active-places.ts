import { useCull } from '../stores/cull/cull-store.ts';
import { sheetScope } from '../stores/gallery/sheet-scope.ts';
import { useView } from '../stores/windows/view-store.ts';
import type { Place } from './command.ts';

/** Where commands act. The viewer, the comparison and the grid cover the page below them, which then receives none. */
export function activePlaces(): readonly Place[] {
  const { viewer, comparing, matrixOpen, route } = useView.getState();
  if (comparing) return ['overlay', 'difference', 'compare', 'everywhere'];
  if (viewer !== null) return useCull.getState().culling === null ? ['viewer', 'everywhere'] : ['cull', 'viewer', 'everywhere'];
  if (matrixOpen) return ['matrix', 'everywhere'];
  // In the trash, nothing can be made.
  if (route === 'gallery') return sheetScope() === 'trash' ? ['gallery', 'everywhere'] : ['gallery', 'compose', 'everywhere'];
  return route === 'spending' || route === 'statistics' ? ['everywhere'] : [route, 'everywhere'];
}
