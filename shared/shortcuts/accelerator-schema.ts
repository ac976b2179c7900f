import { z } from 'zod';
import { isAccelerator } from './accelerator.ts';

/** Apart, because the window reads no zod. */
export const acceleratorSchema = z.string().max(60).refine(isAccelerator);
