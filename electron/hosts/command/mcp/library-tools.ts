import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answered, inWords, readOnly } from './answers.ts';
import type { AssistantSession } from './assistant-session.ts';

export function registerLibraryTools(server: McpServer, { say, call }: AssistantSession): void {
  server.registerTool(
    'search',
    {
      title: say('mcp.search.title'),
      description: say('mcp.search.about'),
      inputSchema: z.object({
        query: z.string().max(1000).describe(say('mcp.search.query')),
        from: z.int().min(0).max(1_000_000).default(0).describe(say('mcp.search.from')),
        limit: z.int().min(1).max(100).default(20).describe(say('mcp.search.limit')),
      }),
      outputSchema: z.object({ total: z.int(), pictures: z.array(z.object({ picture_id: z.int(), task_id: z.string(), file: z.string().nullable(), width: z.int(), height: z.int(), prompt: z.string(), model: z.string() })) }),
      annotations: readOnly,
    },
    ({ query, from, limit }) =>
      inWords(say, async () => {
        const found = await call('programs:pictures', { search: query, from, limit });
        const pictures = found.pictures.flatMap(({ image: { id, state }, task, file }) =>
          state.status === 'kept' ? [{ picture_id: id, task_id: task.id, file, width: state.file.width, height: state.file.height, prompt: task.request.prompt, model: task.request.model }] : [],
        );
        return answered([say('mcp.search.found', { total: found.total, count: pictures.length })], { total: found.total, pictures });
      }),
  );

  server.registerTool(
    'get_picture',
    {
      title: say('mcp.get-picture.title'),
      description: say('mcp.get-picture.about'),
      inputSchema: z.object({ picture_id: z.int().min(1).describe(say('mcp.get-picture.id')) }),
      outputSchema: z.object({ picture_id: z.int(), task_id: z.string(), file: z.string().nullable(), type: z.string(), width: z.int(), height: z.int(), bytes: z.int(), sha256: z.string(), prompt: z.string() }),
      annotations: readOnly,
    },
    ({ picture_id: imageId }) =>
      inWords(say, async () => {
        const { image, task, file, thumbnail } = await call('assistant:picture', { imageId });
        if (image.state.status !== 'kept') throw new Error('the picture is not kept');
        const { type, width, height, bytes, sha256 } = image.state.file;
        const link = (found: string): CallToolResult['content'] => [{ type: 'resource_link', uri: pathToFileURL(found).href, name: path.basename(found), mimeType: mimeOf(type), size: bytes }];
        return answered(
          [file === null ? say('mcp.get-picture.missing') : say('mcp.get-picture.found', { file }), ...(thumbnail === null ? [say('mcp.get-picture.no-thumbnail')] : [])],
          { picture_id: imageId, task_id: task.id, file, type, width, height, bytes, sha256, prompt: task.request.prompt },
          [...(file === null ? [] : link(file)), ...(thumbnail === null ? [] : [{ type: 'image' as const, data: thumbnail.base64, mimeType: thumbnail.type }])],
        );
      }),
  );

  server.registerTool(
    'albums',
    {
      title: say('mcp.albums.title'),
      description: say('mcp.albums.about'),
      outputSchema: z.object({ albums: z.array(z.object({ name: z.string(), pictures: z.int() })) }),
      annotations: readOnly,
    },
    () =>
      inWords(say, async () => {
        const [list, counts] = await Promise.all([call('albums:list', undefined), call('albums:counts', undefined)]);
        const albums = list.map(({ id, name }) => ({ name, pictures: counts.find((one) => one.id === id)?.pictures ?? 0 }));
        return answered([say('mcp.albums.found', { count: albums.length })], { albums });
      }),
  );
}

/** Of what a picture is stored as. Programs that get `application/octet-stream` look at the file. */
const mimeOf = (type: string): string => (['png', 'jpeg', 'webp', 'avif', 'gif', 'tiff', 'bmp'].includes(type) ? `image/${type}` : 'application/octet-stream');
