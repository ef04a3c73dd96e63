import { describe, expect, it } from 'vitest';
import { readForm } from './read-form.ts';

/** Encodes a form as Node's own fetch does. */
async function encode(form: FormData): Promise<[Buffer, string]> {
  const request = new Request('http://x', { method: 'POST', body: form });
  return [Buffer.from(await request.arrayBuffer()), request.headers.get('content-type') ?? ''];
}

describe('a form that is uploaded to the fake server', () => {
  it('is read with its fields and its file, whatever characters they contain', async () => {
    const form = new FormData();
    form.set('category', 'Películas «nuevas»');
    form.set('empty', '');
    form.set('m3uFile', new File(['#EXTM3U\r\n--x\r\nñ'], 'mi "lista".m3u'));
    expect(readForm(...(await encode(form)))).toEqual({
      form: { category: 'Películas «nuevas»', empty: '' },
      file: { name: 'mi "lista".m3u', text: '#EXTM3U\r\n--x\r\nñ' },
    });
  });

  it('needs neither a field nor a file', async () => {
    expect(readForm(...(await encode(new FormData())))).toEqual({ form: {}, file: undefined });
  });

  it('is refused when it is cut off or has no boundary', async () => {
    const form = new FormData();
    form.set('a', 'b');
    const [bytes, type] = await encode(form);
    expect(() => readForm(bytes.subarray(0, -10), type)).toThrow('not a complete form');
    expect(() => readForm(bytes, 'multipart/form-data')).toThrow('not a complete form');
  });
});
