import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { FileField, type FileFieldProps } from './file-field.tsx';

const list = new File(['#EXTM3U\n'.repeat(200)], 'es.m3u', { type: 'audio/x-mpegurl' });

function Form(props: Partial<FileFieldProps>) {
  const [file, setFile] = useState<File | null>(null);
  return <FileField label="Archivo M3U" file={file} onFileChange={setFile} accept=".m3u,.m3u8" {...props} />;
}

it('a file field shows the name and the size of the chosen file', async () => {
  const user = userEvent.setup();
  render(<Form />);
  await user.upload(screen.getByLabelText('Archivo M3U'), list);
  expect(screen.getByText('es.m3u')).toBeTruthy();
  expect(screen.getByText('2 kB')).toBeTruthy();
});

it('a file field accepts a dropped file of any type, which the caller validates', () => {
  const { container } = render(<Form />);
  const zone = container.querySelector('.filefield__zone')!;
  fireEvent.dragOver(zone);
  expect(zone.classList.contains('is-over')).toBe(true);
  fireEvent.drop(zone, { dataTransfer: { files: [new File(['%PDF'], 'otro.pdf')] } });
  expect(screen.getByText('otro.pdf')).toBeTruthy();
  expect(zone.classList.contains('is-over')).toBe(false);
});

it('a disabled file field accepts no file', () => {
  const { container } = render(<Form disabled />);
  fireEvent.drop(container.querySelector('.filefield__zone')!, { dataTransfer: { files: [list] } });
  expect(screen.queryByText('es.m3u')).toBeNull();
});

it('a file field removes the file, and returns the focus to the field', async () => {
  const user = userEvent.setup();
  render(<Form />);
  await user.upload(screen.getByLabelText('Archivo M3U'), list);
  await user.click(screen.getByRole('button', { name: 'Quitar archivo' }));
  expect(screen.queryByText('es.m3u')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Archivo M3U'));
});

it('a file field announces progress and errors', () => {
  render(<Form file={list} progressPercent={59.4} error="El archivo está vacío." />);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('59');
  expect(screen.getByRole('alert').textContent).toBe('El archivo está vacío.');
  expect(screen.getByLabelText('Archivo M3U').getAttribute('aria-invalid')).toBe('true');
});

it('a file field keeps its file when the person cancels choosing another one, or drops no file', () => {
  const { container } = render(<Form file={list} />);
  fireEvent.change(screen.getByLabelText('Archivo M3U'), { target: { files: [] } });
  fireEvent.drop(container.querySelector('.filefield__zone')!, { dataTransfer: { files: [] } });
  expect(screen.getByText('es.m3u')).toBeTruthy();
});

it('a file field ends its drop highlight when the file is dragged away, and has none while disabled', () => {
  const { container, rerender } = render(<Form />);
  const zone = container.querySelector('.filefield__zone')!;
  fireEvent.dragOver(zone);
  fireEvent.dragLeave(zone);
  expect(zone.classList.contains('is-over')).toBe(false);
  rerender(<Form disabled />);
  fireEvent.dragOver(zone);
  expect(zone.classList.contains('is-over')).toBe(false);
});

it('a file field names the accepted files until one is chosen', async () => {
  const user = userEvent.setup();
  render(<Form prompt="Elige una lista" hint="Hasta 50 MB." />);
  const input = screen.getByLabelText('Archivo M3U');
  const describes = () =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.querySelector(`[id="${id}"]`)?.textContent)
      .join(' / ');
  expect(describes()).toBe('Elige una lista.m3u, .m3u8 / Hasta 50 MB.');
  await user.upload(input, list);
  expect(describes()).toBe('es.m3u2 kB / Hasta 50 MB.');
});
