import { expect, it } from 'vitest';
import { runChild } from '../child.mjs';
import { inRoot } from '../paths.mjs';

const program = `
import { createServer } from 'node:http';
import { lookup } from 'node:dns';
import { Socket } from 'node:net';
const server = createServer((request, response) => response.end('aquí')).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const said = [];
for (const host of ['127.0.0.1', 'localhost', '192.0.2.7', '[2001:db8::7]', 'proveedor.example']) {
  const url = 'http://' + host + ':' + server.address().port;
  said.push(await fetch(url).then((answer) => answer.text(), ({ cause }) => cause.code));
}
said.push(await new Promise((resolve) => lookup('proveedor.example', (error) => resolve(error.code))));
for (const host of ['127.0.0.1', '192.0.2.7']) {
  said.push(
    await new Promise((resolve) => {
      const socket = new Socket().connect(server.address().port, host);
      socket.once('connect', () => resolve('conecta')).once('error', (error) => resolve(error.code));
      socket.once('connect', () => socket.destroy());
    }),
  );
}
console.log(said.join(' '));
server.close();
`;

it('a server that is fuzzed reaches this machine and no other', async () => {
  const args = [`--import=${inRoot('tools/fuzz/only-loopback.mjs')}`, '--input-type=module', '-e', program];
  const { output } = await runChild(process.execPath, args);
  expect(output.trim()).toBe(
    'aquí aquí EHOSTUNREACH EHOSTUNREACH EHOSTUNREACH ENOTFOUND conecta EHOSTUNREACH',
  );
});
