// The fake server as a program of its own, for `npm run dev -- --fake`.
import process from 'node:process';
import { startFakeServer } from '@butaca/testing';
import { endWithParent } from '../end-with-parent.mjs';

await startFakeServer(Number(process.env['PORT']));
endWithParent();
