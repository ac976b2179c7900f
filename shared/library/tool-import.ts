/** Programs that make pictures, and whose folders Latent knows (electron/core/import/tool-folders.ts). Their names are the same in every language. */
export const pictureTools = {
  comfyui: 'ComfyUI',
  a1111: 'Stable Diffusion web UI',
  forge: 'Forge',
  invokeai: 'InvokeAI',
  fooocus: 'Fooocus',
  swarmui: 'SwarmUI',
  'easy-diffusion': 'Easy Diffusion',
  'stability-matrix': 'Stability Matrix',
} as const;

export type PictureTool = keyof typeof pictureTools;
export const pictureToolIds = Object.keys(pictureTools) as readonly PictureTool[];

/** A program whose pictures are on this computer. */
export interface FoundTool {
  readonly tool: PictureTool;
  readonly pictures: number;
  /** Whether there are more than were counted. */
  readonly more: boolean;
}
