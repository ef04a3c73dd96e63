import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findReadmeFaults } from './readmes.mjs';

const spanish = `[English](README.en.md)

\`\`\`sh
npm start        # arranca
\`\`\`

| orden | hace |
|---|---|
| \`npm run restore -- ARCHIVO\` | restaura de \`DATA_DIR/backups\` (\`--cap-add SYS_ADMIN\`) |

| variable | valor |
|---|---|
| \`PORT\` | 3000 |
| \`DATA_DIR\`, \`HOST\` | – |
`;

const english = spanish
  .replace('[English](README.en.md)', '[Español](README.md)')
  .replace('ARCHIVO', 'FILE')
  .replace('arranca', 'starts');

describe('findReadmeFaults', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'butaca-readmes-'));
    write('package.json', JSON.stringify({ scripts: { start: '', restore: '' } }));
    write('.env.example', '# Puerto:\n#PORT=3000\n\n#HOST=\n#DATA_DIR=./data\n#LOG_LEVEL=info\n');
    write('README.md', spanish);
    write('README.en.md', english);
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function write(name: string, text: string) {
    writeFileSync(path.join(root, name), text);
  }

  it('accepts two READMEs with the same commands and variables, whatever the prose around them', () => {
    expect(findReadmeFaults(root)).toEqual([]);
  });

  it('names a command that one of them lacks', () => {
    write('README.en.md', `${english}\nTwice: \`npm start\`.\n`);
    expect(findReadmeFaults(root)).toEqual(['README.md lacks the command `npm start`']);
  });

  it('distinguishes a command with arguments from one without', () => {
    write('README.en.md', english.replace('restore -- FILE', 'restore'));
    expect(findReadmeFaults(root)).toEqual([
      'README.md lacks the command `npm run restore`',
      'README.en.md lacks the command `npm run restore -- …`',
    ]);
  });

  it('names a variable that one of them lacks, in prose and in the table', () => {
    write(
      'README.en.md',
      english.replace('`DATA_DIR/backups`', 'a folder').replace('| `PORT` | 3000 |\n', ''),
    );
    expect(findReadmeFaults(root)).toEqual([
      'README.en.md lacks the variable `PORT`',
      'README.en.md lacks the variable `DATA_DIR`',
      'README.en.md lacks in its table the variable `PORT`',
    ]);
  });

  it('names scripts that only package.json or only the READMEs contain', () => {
    write('package.json', JSON.stringify({ scripts: { start: '', backup: '' } }));
    expect(findReadmeFaults(root)).toEqual([
      'README.md does not list the script backup',
      'README.md names the script restore, which package.json does not have',
      'README.en.md does not list the script backup',
      'README.en.md names the script restore, which package.json does not have',
    ]);
  });

  it('names variables that .env.example does not have', () => {
    write('.env.example', '#PORT=3000\n#HOST=\n');
    expect(findReadmeFaults(root)).toEqual([
      'README.md names the variable DATA_DIR, which .env.example does not have',
      'README.en.md names the variable DATA_DIR, which .env.example does not have',
    ]);
  });

  it('names a README without a table of variables or without a link to the other', () => {
    write('README.md', spanish.replace('| variable |', '| nombre |').replace('README.en.md', 'x'));
    expect(findReadmeFaults(root)).toEqual([
      'README.md lacks in its table the variable `PORT`',
      'README.md lacks in its table the variable `DATA_DIR`',
      'README.md lacks in its table the variable `HOST`',
      'README.md has no table of variables',
      'README.md has no link to README.en.md',
    ]);
  });
});
