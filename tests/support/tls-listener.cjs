// A TLS server with a self-signed certificate, in a process of its own, which counts the bytes that clients send within TLS.
// argv: the files of key and certificate. Prints its port. Each line on stdin is answered with the count, then the first bytes as JSON.
const { readFileSync } = require('node:fs');
const { createServer } = require('node:tls');

let heard = Buffer.alloc(0);
const server = createServer({ key: readFileSync(process.argv[2]), cert: readFileSync(process.argv[3]) }, (socket) => {
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => {
    heard = Buffer.concat([heard, bytes]);
    if (!heard.includes('\r\n\r\n')) return;
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
  });
});
server.on('tlsClientError', () => undefined);
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('data', () => console.log(JSON.stringify({ bytes: heard.length, begins: heard.subarray(0, 200).toString('latin1') })));
process.stdin.on('end', () => process.exit());
