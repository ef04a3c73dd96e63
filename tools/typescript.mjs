// `node --import tools/typescript.mjs SCRIPT`: lets a script of this repository import its TypeScript, which Node 20 cannot run.
// swc removes the types; nothing is checked here.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
