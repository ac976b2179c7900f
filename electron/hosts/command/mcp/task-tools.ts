import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answered, inWords, readOnly } from './answers.ts';
import type { AssistantSession } from './assistant-session.ts';
import { answerTasks, taskShape } from './task-answer.ts';

export function registerTaskTools(server: McpServer, session: AssistantSession): void {
  const { say, call } = session;
  server.registerTool(
    'get_task',
    {
      title: say('mcp.get-task.title'),
      description: say('mcp.get-task.about'),
      inputSchema: z.object({ task_id: z.uuid().describe(say('mcp.get-task.id')) }),
      outputSchema: taskShape,
      annotations: readOnly,
    },
    ({ task_id: taskId }) =>
      inWords(say, async () => {
        const [task] = await answerTasks(session, [await call('tasks:detail', { taskId })]);
        return answered([`${task?.status}. ${task?.explained}`], { ...task });
      }),
  );

  server.registerTool(
    'list_tasks',
    {
      title: say('mcp.list-tasks.title'),
      description: say('mcp.list-tasks.about'),
      inputSchema: z.object({ limit: z.int().min(1).max(100).default(20).describe(say('mcp.list-tasks.limit')) }),
      outputSchema: z.object({ tasks: z.array(taskShape), more: z.int() }),
      annotations: readOnly,
    },
    ({ limit }) =>
      inWords(say, async () => {
        const { head } = await call('app:snapshot', undefined);
        const tasks = await answerTasks(session, head.slice(0, limit));
        const more = head.length - tasks.length;
        return answered([say('mcp.list-tasks.found', { count: tasks.length, more }), ...tasks.map((task) => `${task.task_id}: ${task.status}. ${task.explained}`)], { tasks, more });
      }),
  );
}
