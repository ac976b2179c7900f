import type { Answer } from '../support/scripted-service-script.ts';

/** A way in which services, and what stands before them, spoil an answer whose content is in it nevertheless. */
export interface Wrapping {
  readonly name: string;
  readonly around: (content: string) => Answer;
}

const raw = (head: readonly string[], body: string, lineEnd = '\r\n'): Answer => ({
  raw: Buffer.from([...head, '', body].join(lineEnd)).toString('base64'),
});
const ok = ['HTTP/1.1 200 OK', 'Content-Type: application/json', 'Connection: close'];
const length = (text: string): string => `Content-Length: ${Buffer.byteLength(text)}`;
const inChunks = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;

export const wrappings: readonly Wrapping[] = [
  { name: 'NaN beside it', around: (json) => ({ body: { text: json.replace(/\}$/, ',"metrics":{"predict_time":NaN}}') } }) },
  { name: 'a warning before it', around: (json) => ({ body: { text: `<br />\n<b>Warning</b>:  Undefined array key "seed" in <b>/srv/task.php</b> on line <b>41</b><br />\n${json}` } }) },
  { name: 'data lines', around: (json) => ({ headers: { 'content-type': 'text/event-stream' }, body: { text: `data: ${json}\n\ndata: [DONE]\n\n` } }) },
  { name: 'a string that holds it', around: (json) => ({ body: { text: JSON.stringify(json) } }) },
  { name: 'a byte order mark', around: (json) => ({ body: { text: `\uFEFF${json}` } }) },
  { name: 'gzip announced over plain', around: (json) => ({ headers: { 'content-encoding': 'gzip' }, body: { text: json } }) },
  { name: 'a length and chunks', around: (json) => raw([...ok, length(json), 'Transfer-Encoding: chunked'], inChunks(json)) },
  { name: 'the same length twice', around: (json) => raw([...ok, length(json), length(json)], json) },
  { name: 'lines that end with LF', around: (json) => raw([...ok, length(json)], json, '\n') },
];
