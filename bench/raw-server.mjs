import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * A bare node:http server that sends the bytes of a file as JSON; benchmarks compare the product with it as the limit
 * of what Node can do. Usage: node raw-server.mjs FILE
 */
const bytes = readFileSync(process.argv[2]);
const server = createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
  });
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
